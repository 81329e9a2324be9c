SELECT DISTINCT account, app FROM (
SELECT account, app FROM slices
WHERE since = {p1:UInt32} AND since <= {p2:UInt32} AND since NOT IN ({p3:Array(UInt32)})
UNION ALL
SELECT account, app FROM changes
WHERE entry = {p4:UInt32} AND entry <= {p5:UInt32} AND entry NOT IN ({p6:Array(UInt32)})
UNION ALL
SELECT account, app FROM audience_slices
WHERE since = {p7:UInt32} AND since <= {p8:UInt32} AND since NOT IN ({p9:Array(UInt32)})
UNION ALL
SELECT account, app FROM audience_changes
WHERE entry = {p10:UInt32} AND entry <= {p11:UInt32} AND entry NOT IN ({p12:Array(UInt32)})
UNION ALL
SELECT account, app FROM detail_slices
WHERE since = {p13:UInt32} AND since <= {p14:UInt32} AND since NOT IN ({p15:Array(UInt32)})
UNION ALL
SELECT account, app FROM detail_changes
WHERE entry = {p16:UInt32} AND entry <= {p17:UInt32} AND entry NOT IN ({p18:Array(UInt32)})
UNION ALL
SELECT account, app FROM spend_slices
WHERE since = {p19:UInt32} AND since <= {p20:UInt32} AND since NOT IN ({p21:Array(UInt32)})
UNION ALL
SELECT account, app FROM spend_changes
WHERE entry = {p22:UInt32} AND entry <= {p23:UInt32} AND entry NOT IN ({p24:Array(UInt32)})
UNION ALL
SELECT account, app FROM cohort_slices
WHERE since = {p25:UInt32} AND since <= {p26:UInt32} AND since NOT IN ({p27:Array(UInt32)})
UNION ALL
SELECT account, app FROM cohort_changes
WHERE entry = {p28:UInt32} AND entry <= {p29:UInt32} AND entry NOT IN ({p30:Array(UInt32)})
UNION ALL
SELECT account, app FROM share_slices
WHERE since = {p31:UInt32} AND since <= {p32:UInt32} AND since NOT IN ({p33:Array(UInt32)})
UNION ALL
SELECT account, app FROM share_changes
WHERE entry = {p34:UInt32} AND entry <= {p35:UInt32} AND entry NOT IN ({p36:Array(UInt32)})
)
-- p1 7
-- p2 7
-- p3 3,5
-- p4 7
-- p5 7
-- p6 3,5
-- p7 7
-- p8 7
-- p9 3,5
-- p10 7
-- p11 7
-- p12 3,5
-- p13 7
-- p14 7
-- p15 3,5
-- p16 7
-- p17 7
-- p18 3,5
-- p19 7
-- p20 7
-- p21 3,5
-- p22 7
-- p23 7
-- p24 3,5
-- p25 7
-- p26 7
-- p27 3,5
-- p28 7
-- p29 7
-- p30 3,5
-- p31 7
-- p32 7
-- p33 3,5
-- p34 7
-- p35 7
-- p36 3,5

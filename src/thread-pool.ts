// The engine runs each query on a thread of Node's pool; with the usual four, four heavy queries
// would stall every light one. The pool reads this once, at the first asynchronous work.
process.env.UV_THREADPOOL_SIZE ??= '12'

import type { ReactNode } from 'react'
import type { Parameters } from '../../api/request.ts'
import { Card } from '../../layout/card.tsx'
import { Failed, Skeleton } from '../../layout/states.tsx'
import type { useReport } from '../../reports/use-reports.ts'
import { Answer } from '../answer.tsx'
import { ReportUrl } from '../report-cards/report-url.tsx'

export interface QuestionCardProps {
  readonly title: string
  /** Its answer is the main one of the card. */
  readonly question: Parameters
  readonly answers: readonly ReturnType<typeof useReport>[]
  /** Undefined until all answers are there. */
  readonly children: ReactNode | undefined
}

/** A card of answers of the report endpoint, also while they are loading and when one failed. */
export function QuestionCard({ title, question, answers, children }: QuestionCardProps) {
  const failed = answers.filter(({ error }) => error)
  if (failed.length > 0) {
    const retry = () => Promise.all(failed.map(({ refetch }) => refetch()))
    return <Failed error={failed[0]!.error!} onRetry={retry} />
  }
  if (children === undefined) return <Skeleton height={280} />
  return (
    <Answer isOld={answers.some(({ isPlaceholderData }) => isPlaceholderData)}>
      <Card title={title} actions={<ReportUrl question={question} />}>
        {children}
      </Card>
    </Answer>
  )
}

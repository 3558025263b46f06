package encore.kernel.shows.answers;

import java.util.List;

/**
 * How many fans chose each option of a question.
 *
 * @param answerCounts by the index of the option; an option beyond the end was chosen by nobody
 */
public record AnswerCounts(List<Long> answerCounts) {

    public AnswerCounts {
        answerCounts = List.copyOf(answerCounts);
    }

    /** Returns how many fans chose an option. */
    public long of(int answerIdx) {
        return answerIdx < answerCounts.size() ? answerCounts.get(answerIdx) : 0;
    }

    /** Returns how many fans answered. */
    public long total() {
        return answerCounts.stream().mapToLong(Long::longValue).sum();
    }
}

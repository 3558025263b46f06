package encore.query.shows.boards;

import encore.query.shows.boards.ShowRecord.Results;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The answers to one question: a byte for each fan of the board, and how often each option was chosen. */
final class QuestionColumn {

    List<String> options = List.of();

    @Nullable
    Results results;

    /** The index of the answer plus one; 0 for none. */
    private byte[] answers;

    private long[] counts = new long[4];

    QuestionColumn(int room) {
        answers = new byte[room];
    }

    /** Adds the answer of a fan. Returns false when the fan has answered before. */
    boolean add(int number, int answerIdx) {
        if (number >= answers.length) {
            answers = Arrays.copyOf(answers, Math.max(number + 1, answers.length * 2));
        }
        if (answers[number] != 0) {
            return false;
        }
        if (answerIdx >= counts.length) {
            counts = Arrays.copyOf(counts, answerIdx + 4);
        }
        answers[number] = (byte) (answerIdx + 1);
        counts[answerIdx]++;
        return true;
    }

    /** Returns the index of a fan's answer; -1 for none. */
    int answer(int number) {
        return number < 0 || number >= answers.length ? -1 : (answers[number] & 0xFF) - 1;
    }

    long count(int answerIdx) {
        return answerIdx < counts.length ? counts[answerIdx] : 0;
    }

    long total() {
        return Arrays.stream(counts).sum();
    }

    /** Returns how often each option was chosen. */
    List<Long> counts() {
        return IntStream.range(0, Math.max(options.size(), counts.length))
                .mapToObj(this::count)
                .toList();
    }
}

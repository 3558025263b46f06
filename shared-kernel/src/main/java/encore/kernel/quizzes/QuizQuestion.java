package encore.kernel.quizzes;

import encore.kernel.Patch;
import encore.kernel.lists.ListItem;
import encore.kernel.lists.Ordered;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A question with its right answers, for staff only. Fans see {@link PublicQuestion}, which does not contain them. A
 * {@link Patch} changes it.
 *
 * @param quizQuestionUid never changes
 * @param question null only in a change; so are the lists
 * @param options the answers to choose from; an answer's index counts from 0
 * @param rightAnswers indexes of the right options, each once, ascending; empty when the question has none
 * @param pointCount the points of a right answer, 0 to 1,000,000; null only in a change
 */
public record QuizQuestion(
        @PublishedValue @NotPersonal("a uid of ours") String quizQuestionUid,
        @NotPersonal("a question of a campaign") @Nullable String question,
        @NotPersonal("a question of a campaign") @Nullable List<String> options,
        @Secret @Nullable List<Integer> rightAnswers,
        @PublishedValue @Nullable Long pointCount,
        @Nullable Integer position)
        implements ListItem, Ordered {

    public QuizQuestion {
        options = options == null ? null : List.copyOf(options);
        rightAnswers = rightAnswers == null
                ? null
                : rightAnswers.stream().distinct().sorted().toList();
    }

    /** Returns the question with 0 points when it has none: earlier builds recorded none, and a change may clear them. */
    public QuizQuestion withPointCount() {
        return pointCount == null
                ? new QuizQuestion(quizQuestionUid, question, options, rightAnswers, 0L, position)
                : this;
    }

    @Override
    public @Nullable Integer order() {
        return position;
    }

    /** A question as fans see it. Nothing in it reveals the right answer. */
    public record PublicQuestion(
            String quizQuestionUid,
            String question,
            List<Option> options,
            @Nullable Integer position) {}

    /** An answer to choose from. */
    public record Option(int answerIdx, String answer) {}

    public PublicQuestion withoutAnswers() {
        List<String> answers = options == null ? List.of() : options;
        return new PublicQuestion(
                quizQuestionUid,
                question == null ? "" : question,
                IntStream.range(0, answers.size())
                        .mapToObj(idx -> new Option(idx, answers.get(idx)))
                        .toList(),
                position);
    }
}

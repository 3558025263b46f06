package encore.kernel.people.signin;

import encore.kernel.SecretAnswer;
import encore.kernel.people.links.LinkPurpose;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The data of a person that a sign-in or a link needs. It leaves the command side in no answer.
 *
 * @param email null when the person's key is lost
 * @param passwordSequence the sequence of the event that set the password; -1 when there is none
 * @param password the number of the password; 0 when there is none
 * @param codesGeneration the generation of the app's secret; 0 when no app is set up
 * @param nextCodesGeneration the generation that the next set-up has
 * @param linkGeneration the newest link; 0 when there is none
 * @param linkPurpose why the newest link was made; null when there is none
 * @param linkUntil the time from which the newest link is not accepted; null when no link is open
 */
public record PersonData(
        @Nullable String email,
        @Nullable String name,
        long passwordSequence,
        int password,
        int codesGeneration,
        int nextCodesGeneration,
        int linkGeneration,
        @Nullable LinkPurpose linkPurpose,
        @Nullable Instant linkUntil)
        implements SecretAnswer {

    /** Whether a link is the newest one, was not used, and is not too old. */
    public boolean isOpen(int generation, Instant now) {
        return linkUntil != null && generation == linkGeneration && now.isBefore(linkUntil);
    }

    @Override
    public String toString() {
        return "PersonData";
    }
}

package encore.api.browserlogin;

import encore.api.browserlogin.FormInput.Step;
import encore.api.browserlogin.pages.PageError;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** Says to a fan why a step failed. Problems speak to programmers. */
final class StepErrors {

    private static final int SECONDS_OF_A_MINUTE = 60;

    /** The fields that a fan fills in. */
    private static final Set<String> FIELDS = Set.of("email", "phone", "password", "verification_code", "first_name");

    private StepErrors() {}

    /** @param step the step that failed */
    static PageError of(@Nullable Step step, Problem problem) {
        if (problem.status() == HttpStatus.UNAUTHORIZED) {
            return wrong(step);
        }
        if (problem.status() == HttpStatus.TOO_MANY_REQUESTS) {
            return new PageError(null, "Too many tries. Please try again in " + pause(problem) + ".");
        }
        return problem.errors().isEmpty()
                ? new PageError(null, problem.sentence())
                : ofField(problem.errors().getFirst(), problem);
    }

    private static PageError wrong(@Nullable Step step) {
        if (step == Step.PASSWORD) {
            return new PageError("password", "This password is wrong, or belongs to no such fan.");
        }
        return step == Step.SUBMIT
                ? new PageError("verification_code", "This code is wrong, used or over.")
                : new PageError(null, "Your code is wrong, used or over. Please begin again.");
    }

    private static PageError ofField(FieldError error, Problem problem) {
        return new PageError(
                error.field(),
                error.code() == ErrorCode.REQUIRED && FIELDS.contains(error.field())
                        ? "Please fill this in."
                        : sentence(error, problem));
    }

    private static String sentence(FieldError error, Problem problem) {
        return switch (error.field()) {
            case "email" -> "This is not an email address. Write it like name@example.com.";
            case "phone" ->
                error.code() == ErrorCode.FORMAT
                        ? "This is not a phone number. Write it with its country prefix, like +1\u00a0212\u00a0555\u00a00100."
                        : "We send no codes to phones of this country.";
            case "network" -> "We cannot send codes at the moment.";
            default -> problem.sentence();
        };
    }

    private static String pause(Problem problem) {
        String seconds = problem.headers().getOrDefault(HttpHeaders.RETRY_AFTER, "1");
        long minutes = Math.ceilDiv(Long.parseLong(seconds), SECONDS_OF_A_MINUTE);
        return minutes == 1 ? "a minute" : minutes + " minutes";
    }
}

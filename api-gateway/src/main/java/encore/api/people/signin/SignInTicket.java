package encore.api.people.signin;

import encore.api.authentication.ConsoleSeal;
import encore.kernel.people.PersonId;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A proof that a person gave the right password some minutes ago. The page keeps it between the password and the code. It is
 * sealed and not stored.
 *
 * @param password the number of the password that was right
 * @param setUp the generation of the app that the person has to set up; 0 for none
 */
record SignInTicket(PersonId person, int password, int setUp, Instant until) {

    private static final String LABEL = "sign-in-ticket.";

    /** Account, person, password, set-up, end, seal. */
    private static final Pattern TEXT =
            Pattern.compile("(\\d{1,18})\\.([A-Za-z0-9-]{1,64})\\.(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,12})"
                    + "\\.([A-Za-z0-9_-]{" + ConsoleSeal.LENGTH + "})");

    /** Returns the sealed text. */
    String seal(ConsoleSeal seal) {
        String payload =
                person.account() + "." + person.uid() + "." + password + "." + setUp + "." + until.getEpochSecond();
        return payload + "." + seal.seal(LABEL + payload);
    }

    /** Opens a sealed text; returns null if it is forged or over. */
    static @Nullable SignInTicket open(String text, ConsoleSeal seal, Instant now) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches() || !seal.matches(LABEL + text.substring(0, matcher.end(5)), matcher.group(6))) {
            return null;
        }
        Instant until = Instant.ofEpochSecond(Long.parseLong(matcher.group(5)));
        return now.isAfter(until)
                ? null
                : new SignInTicket(
                        new PersonId(Long.parseLong(matcher.group(1)), matcher.group(2)),
                        Integer.parseInt(matcher.group(3)),
                        Integer.parseInt(matcher.group(4)),
                        until);
    }

    @Override
    public String toString() {
        return "SignInTicket[" + person + "]";
    }
}

package encore.kernel.people.links;

import encore.kernel.SecretAnswer;
import encore.kernel.people.NewSecret;
import encore.kernel.people.Role;
import org.jspecify.annotations.Nullable;

/**
 * The content of the page of a link.
 *
 * @param isInvitation whether the person was invited; if not, the person forgot the password
 * @param hasCodes whether a code of the person's app is asked for
 * @param needsCodes whether the role needs an app
 * @param newSecret the secret of an app that the person may set up; null when there is one already
 */
public record LinkPage(
        String email,
        String name,
        Role role,
        boolean isInvitation,
        boolean hasCodes,
        boolean needsCodes,
        @Nullable NewSecret newSecret)
        implements SecretAnswer {

    @Override
    public String toString() {
        return "LinkPage";
    }
}

package encore.kernel.people.links;

import encore.kernel.SecretAnswer;

/** The token of a link. */
public record LinkToken(String token) implements SecretAnswer {

    @Override
    public String toString() {
        return "LinkToken";
    }
}

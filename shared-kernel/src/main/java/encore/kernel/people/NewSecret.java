package encore.kernel.people;

import encore.kernel.SecretAnswer;

/**
 * The secret of an app that a person may set up.
 *
 * @param generation names the secret when the person sets it up
 * @param secret in Base32, as apps take it
 * @param email under which the app shows it
 */
public record NewSecret(int generation, String secret, String email) implements SecretAnswer {

    @Override
    public String toString() {
        return "NewSecret";
    }
}

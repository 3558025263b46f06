package encore.kernel.people.signin;

import java.util.List;

/**
 * The set-up of codes of an app.
 *
 * @param generation the secret of the app follows from it
 * @param code the code that the app shows, which proves that it has the secret
 * @param recoveryHashes hashes of the recovery codes
 */
public record NewCodes(int generation, String code, List<String> recoveryHashes) {

    /** How many recovery codes a person gets. */
    public static final int RECOVERY_CODES = 10;

    public NewCodes {
        recoveryHashes = List.copyOf(recoveryHashes);
    }

    @Override
    public String toString() {
        return "NewCodes[" + generation + "]";
    }
}

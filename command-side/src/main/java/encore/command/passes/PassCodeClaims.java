package encore.command.passes;

import encore.infra.eventstore.Claims.Claim;

/** Makes the claim on a pass's code, which is unique in the account. */
final class PassCodeClaims {

    private PassCodeClaims() {}

    static Claim claim(long account, String code) {
        return new Claim("pass_code", account, code);
    }
}

package encore.api.people.signin;

import encore.kernel.people.PersonId;
import encore.kernel.people.signin.SignInAnswer.Result;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a sign-in.
 *
 * @param ticket goes with the code; null for one who is signed in
 * @param secret of the app that the person has to set up, in Base32; null for none
 * @param otpauthUrl the same for an app on this device
 * @param qrSvg the same as a QR code
 * @param seconds the seconds until the session ends, unless it is renewed; null for one who is not signed in
 * @param recoveryCodes new codes that stand in for a lost app, shown once; null unless an app was set up
 */
@RecordBuilder
record SignInResult(
        Result result,
        @Nullable String ticket,
        @Nullable String secret,
        @Nullable String otpauthUrl,
        @Nullable String qrSvg,
        @Nullable Long accountId,
        @Nullable String personUid,
        @Nullable Long seconds,
        @Nullable List<String> recoveryCodes) {

    SignInResult {
        recoveryCodes = recoveryCodes == null ? null : List.copyOf(recoveryCodes);
    }

    /** Returns the result for a person whose code is asked for next. */
    static SignInResult next(Result result, String ticket, @Nullable AppSecret secret) {
        return SignInResultBuilder.builder()
                .result(result)
                .ticket(ticket)
                .secret(secret == null ? null : secret.secret())
                .otpauthUrl(secret == null ? null : secret.otpauthUrl())
                .qrSvg(secret == null ? null : secret.qrSvg())
                .build();
    }

    /** Returns the result for a person who is signed in. */
    static SignInResult signedIn(PersonId person, long seconds, @Nullable List<String> recoveryCodes) {
        return SignInResultBuilder.builder()
                .result(Result.SIGNED_IN)
                .accountId(person.account())
                .personUid(person.uid())
                .seconds(seconds)
                .recoveryCodes(recoveryCodes)
                .build();
    }

    @Override
    public String toString() {
        return "SignInResult[" + result + "]";
    }
}

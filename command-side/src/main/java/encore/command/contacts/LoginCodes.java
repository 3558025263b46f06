package encore.command.contacts;

import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.messages.LoginCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.springframework.stereotype.Component;

/** Computes codes, and the hashes of verifications, under the installation's secret. */
@Component
class LoginCodes {

    private final byte[] secret;

    LoginCodes(KeyStore keys) {
        this.secret = keys.installationSecret(LoginCode.SECRET);
    }

    String codeOf(ContactId contact, String requestUid) {
        return LoginCode.of(secret, contact, requestUid).digits();
    }

    /** Compares in constant time. */
    boolean isRight(ContactId contact, String requestUid, String code) {
        return MessageDigest.isEqual(
                codeOf(contact, requestUid).getBytes(StandardCharsets.UTF_8), code.getBytes(StandardCharsets.UTF_8));
    }

    String hashOfVerification(ContactId contact, String verificationUid) {
        return HexFormat.of().formatHex(LoginCode.hmac(secret, "verification\0" + contact + '\0' + verificationUid));
    }
}

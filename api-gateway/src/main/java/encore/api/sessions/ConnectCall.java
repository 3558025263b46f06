package encore.api.sessions;

import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.logins.DeviceNetwork;
import encore.api.logins.LoginCall;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.names.Blanks;
import encore.kernel.sessions.logins.LoginDetails;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * A call of the login whose parameters have the right shape.
 *
 * @param ipAddress the address of the fan: the one that a trusted call names, else the caller's own; null when it is not
 *     known
 */
record ConnectCall(
        LoginCall login,
        SessionsController.Connect input,
        @Nullable String ipAddress) {

    private static final int SHORTEST_PASSWORD = 8;

    /** Returns the email, which is required. */
    ContactValue email() {
        return new ContactValue(ContactKind.EMAIL, required(emailOrNull(), "email"));
    }

    /** Returns the phone, which is required. */
    ContactValue phone() {
        return new ContactValue(ContactKind.PHONE, required(phoneOrNull(), "phone"));
    }

    /** Returns the email, or else the phone. One of both is required. */
    ContactValue emailOrPhone() {
        return emailOrNull() == null && phoneOrNull() != null ? phone() : email();
    }

    /** Returns the session that the call brought, or null. */
    @Nullable
    String sessionUid() {
        return input.sessionUid() == null || input.sessionUid().isEmpty() ? null : input.sessionUid();
    }

    /** Returns the password, or null. */
    @Nullable
    String password() {
        return input.password() == null || input.password().isEmpty() ? null : input.password();
    }

    /** Returns the password that a fan registers with, or null. */
    @Nullable
    String newPassword() {
        String password = password();
        if (password != null && normalLength(password) < SHORTEST_PASSWORD) {
            throw Problem.input("password", ErrorCode.LENGTH, "must have 8 to 256 characters");
        }
        return password;
    }

    private static int normalLength(String password) {
        String normal = Normalizer.normalize(password, Normalizer.Form.NFC);
        return normal.codePointCount(0, normal.length());
    }

    String requestUid() {
        return required(input.requestUid(), "request_uid");
    }

    String verificationCode() {
        return required(input.verificationCode(), "verification_code");
    }

    boolean hasVerification() {
        return input.verificationUid() != null && !input.verificationUid().isEmpty();
    }

    /** Returns the names and contacts of a fan that registers. */
    Profile profile() {
        return ProfileBuilder.builder()
                .firstName(required(input.firstName(), "first_name"))
                .lastName(input.lastName() == null || Blanks.isBlank(input.lastName()) ? null : input.lastName())
                .email(emailOrNull())
                .phone(phoneOrNull())
                .ipAddress(ipAddress)
                .build();
    }

    LoginDetails details(ContactValue contact, LoginType type) {
        String deviceId = input.deviceId() == null || input.deviceId().isEmpty() ? null : input.deviceId();
        DeviceNetwork deviceNetwork = input.deviceNetwork();
        return new LoginDetails(
                input.businessId(),
                input.pageTabId(),
                contact.kind() == ContactKind.EMAIL ? LoginNetwork.EMAIL : LoginNetwork.PHONE,
                type,
                LoginSource.CONNECT,
                contact.value(),
                ipAddress,
                deviceId,
                deviceNetwork == null ? null : deviceNetwork.text());
    }

    private @Nullable String emailOrNull() {
        String email = Contacts.email(input.email());
        return email == null || email.isEmpty() ? null : email;
    }

    private @Nullable String phoneOrNull() {
        String phone = Contacts.phone(input.phone(), Countries.code(input.countryCode()));
        return phone == null || phone.isEmpty() ? null : phone;
    }

    private static String required(@Nullable String given, String field) {
        if (given == null || Blanks.isBlank(given)) {
            throw Problem.input(field, ErrorCode.REQUIRED, "is required for this network");
        }
        return given;
    }
}

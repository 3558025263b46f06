package encore.api.browserlogin;

import encore.api.access.CallSource;
import encore.api.browserlogin.LoginRequest.LoginType;
import encore.api.contacts.Contacts;
import encore.api.logins.LoginCall;
import encore.api.logins.LoginStep.ProvenLogin;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Caller;
import encore.kernel.browserlogin.BrowserLogin;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.names.Blanks;
import encore.kernel.sessions.logins.LoginDetails;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One request of a browser login: its parameters, its step and the forms that may answer it. */
record BrowserVisit(LoginRequest request, LoginCall call, LoginForms forms) {

    /** Returns the call that carries a step out. It never brings a secret. */
    static LoginCall call(LoginRequest request, Caller caller, CallSource source, boolean isAccepted) {
        return new LoginCall(caller, source, request.businessId(), null, isAccepted, Instant.now());
    }

    /** Returns the contact that the fan typed. */
    ContactValue contact(FormInput in) {
        return request.loginType() == LoginType.EMAIL
                ? ContactValue.email(required(Contacts.email(in.email()), "email"))
                : ContactValue.phone(required(Contacts.phone(typedPhone(in), null), "phone"));
    }

    /** Returns the phone without space around it. A browser escapes every +, so a blank at the start is a blank. */
    private static @Nullable String typedPhone(FormInput in) {
        return in.phone() == null ? null : Blanks.trim(in.phone());
    }

    /** Returns the contact as the fan typed it; null when the form had none. */
    @Nullable
    String typedContact(FormInput in) {
        return request.loginType() == LoginType.EMAIL ? in.email() : in.phone();
    }

    /** Returns the names of a fan who registers. */
    Profile profile(FormInput in) {
        return ProfileBuilder.builder()
                .firstName(required(in.firstName(), "first_name"))
                .lastName(in.lastName() == null || Blanks.isBlank(in.lastName()) ? null : in.lastName())
                .ipAddress(call.source().fanAddress(null))
                .build();
    }

    BrowserLogin login(ProvenLogin proven) {
        ContactValue contact = proven.contact();
        var details = new LoginDetails(
                request.businessId(),
                call.pageTabId(),
                contact.kind() == ContactKind.EMAIL ? LoginNetwork.EMAIL : LoginNetwork.PHONE,
                proven.type(),
                LoginSource.BROWSER,
                contact.value(),
                call.source().fanAddress(null),
                null,
                null);
        return new BrowserLogin(
                request.redirectUrl(),
                request.codeChallenge(),
                details,
                proven.passwordPosition(),
                proven.acceptedTerms());
    }

    static String required(@Nullable String given, String field) {
        if (given == null || Blanks.isBlank(given)) {
            throw Problem.input(field, ErrorCode.REQUIRED, "is required");
        }
        return given;
    }
}

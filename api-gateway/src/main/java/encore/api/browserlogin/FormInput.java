package encore.api.browserlogin;

import encore.api.input.Description;
import encore.api.input.TextLimits;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.Size;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The fields of all forms of a browser login. Each form has some of them. */
record FormInput(
        @Description("The token of the form. It must be that of the browser's cookie.") @Nullable @Size(max = 64)
        String formToken,

        @Description("The button that was pressed.") @Nullable
        Step step,

        @Contact @Nullable @Size(max = 255) String email,
        @Contact @Nullable @Size(max = 64) String phone,

        @Nullable @Size(max = 256, payload = TextLimits.OfNfc.class)
        String password,

        @Description("The request_uid of the code.") @Nullable @Size(max = 64)
        String requestUid,

        @Description("The code that was sent.") @Nullable @Size(max = 64)
        String verificationCode,

        @Description("Proves the contact of a fan who registers.") @Nullable @Size(max = 64)
        String verificationUid,

        @Contact @Nullable @Size(max = 255) String firstName,
        @Contact @Nullable @Size(max = 255) String lastName) {

    static final String REQUEST_UID = "request_uid";
    static final String VERIFICATION_UID = "verification_uid";

    /** The buttons of the forms. */
    enum Step {
        CODE,
        ASK_PASSWORD,
        PASSWORD,
        SUBMIT,
        ACCEPT,
        REGISTER,
        CANCEL
    }

    /** Returns the hidden values with which the fan accepts terms and then goes on. The password is not among them. */
    Map<String, String> carried() {
        Map<String, String> values = new TreeMap<>();
        put(values, "email", email);
        put(values, "phone", phone);
        put(values, REQUEST_UID, requestUid);
        put(values, "verification_code", verificationCode);
        put(values, VERIFICATION_UID, verificationUid);
        put(values, "first_name", firstName);
        put(values, "last_name", lastName);
        return values;
    }

    private static void put(Map<String, String> values, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            values.put(name, value);
        }
    }

    /** Returns what the page of the code needs again after a wrong one. */
    Map<String, String> carriedWithoutCode() {
        Map<String, String> values = carried();
        values.remove("verification_code");
        return values;
    }

    /** Returns what the page of the names needs again. */
    Map<String, String> carriedVerification() {
        Map<String, String> values = carried();
        values.keySet().retainAll(Set.of(REQUEST_UID, VERIFICATION_UID));
        return values;
    }

    /** Returns the names as the fan typed them. */
    Map<String, String> names() {
        Map<String, String> values = carried();
        values.keySet().retainAll(Set.of("first_name", "last_name"));
        return values;
    }

    /** Returns the step to carry out. A fan who accepts terms goes on with the step that asked for them. */
    @Nullable
    Step action() {
        if (step != Step.ACCEPT) {
            return step;
        }
        if (isGiven(verificationUid)) {
            return Step.REGISTER;
        }
        return isGiven(verificationCode) ? Step.SUBMIT : Step.PASSWORD;
    }

    private static boolean isGiven(@Nullable String value) {
        return value != null && !value.isEmpty();
    }

    @Override
    public String toString() {
        return "FormInput";
    }
}

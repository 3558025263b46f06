package encore.api.contacts;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.ValidationResult;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.names.Blanks;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Normalizes emails and phones for comparison. Null stays null (not given), and blank becomes empty (to be cleared).
 */
public final class Contacts {

    private static final int MAX_EMAIL_LENGTH = 254;
    private static final String ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
    private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

    /** A dot-string at a domain (RFC 5321, 4.1.2). Quoted local parts and literal addresses are out of use. */
    private static final Pattern EMAIL = Pattern.compile(
            "(?=[^@]{1,64}@)" + ATOM + "(?:\\." + ATOM + ")*@" + LABEL + "(?:\\." + LABEL + ")*",
            Pattern.CASE_INSENSITIVE);

    private static final String DEFAULT_REGION = "US";

    /** The region of numbers of no country, as the library names it. */
    private static final String NO_REGION = "001";

    private static final PhoneNumberUtil PHONES = PhoneNumberUtil.getInstance();

    private Contacts() {}

    /** Returns the email trimmed and in lower case. */
    public static @Nullable String email(@Nullable String given) {
        return email(given, "email");
    }

    /** Does the same for a parameter of another name, which a problem then names. */
    public static @Nullable String email(@Nullable String given, String field) {
        if (given == null || Blanks.isBlank(given)) {
            return given == null ? null : "";
        }
        String email = Blanks.trim(given);
        if (email.length() > MAX_EMAIL_LENGTH || !EMAIL.matcher(email).matches()) {
            throw Problem.input(field, ErrorCode.FORMAT, "must be an email address");
        }
        return email.toLowerCase(Locale.ROOT);
    }

    /** Returns the country of a phone in E.164, as two letters; empty for a number of no country. */
    public static String countryOf(String phone) {
        try {
            String region = PHONES.getRegionCodeForNumber(PHONES.parse(phone, null));
            return region == null || region.equals(NO_REGION) ? "" : region;
        } catch (NumberParseException malformed) {
            return "";
        }
    }

    /**
     * Returns the phone in E.164. Only the length is checked, against the country and area: the lists of numbers in use
     * change too often. Letters are refused: the library reads them as keys of a phone, or as an extension.
     *
     * @param given as a form, a query or JSON gave it; space around a text of JSON is cut off
     * @param countryCode the region of a number without a country prefix; null or empty means the United States
     */
    public static @Nullable String phone(@Nullable String given, @Nullable String countryCode) {
        if (given == null || Blanks.isBlank(given)) {
            return given == null ? null : "";
        }
        String phone = Blanks.trim(given);
        if (given.charAt(0) == ' ' && Character.isDigit(phone.codePointAt(0))) {
            throw Problem.input(
                    "phone", ErrorCode.FORMAT, "must not begin with a blank; in a form or query write + as %2B");
        }
        try {
            PhoneNumber number =
                    PHONES.parse(phone, countryCode == null || countryCode.isEmpty() ? DEFAULT_REGION : countryCode);
            boolean isNumberAlone = !number.hasExtension() && phone.codePoints().noneMatch(Character::isLetter);
            if (isNumberAlone && PHONES.isPossibleNumberWithReason(number) == ValidationResult.IS_POSSIBLE) {
                return PHONES.format(number, PhoneNumberFormat.E164);
            }
        } catch (NumberParseException malformed) {
            // refused below, like a number of the wrong length
        }
        throw Problem.input(
                "phone",
                ErrorCode.FORMAT,
                "must be a phone number with its country prefix, or come with a country_code");
    }
}

package encore.api.fans;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import encore.api.problems.Problem;
import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Contacts as they are compared. Null stays null (not given), and blank becomes empty (to be cleared). */
final class Contacts {

    private static final int LONGEST = 254;
    private static final Pattern EMAIL = Pattern.compile("[^\\s@\\p{Cntrl}]{1,64}@[^\\s@\\p{Cntrl}]+");
    private static final String HOME = "US";
    private static final PhoneNumberUtil PHONES = PhoneNumberUtil.getInstance();

    private Contacts() {}

    /** Trims it and makes it lower-case. */
    static @Nullable String email(@Nullable String given) {
        if (given == null || given.isBlank()) {
            return given == null ? null : "";
        }
        String email = given.strip().toLowerCase(Locale.ROOT);
        if (email.length() > LONGEST || !EMAIL.matcher(email).matches()) {
            throw Problem.input("email", "format", "must be an email address");
        }
        return email;
    }

    /**
     * E.164. A number is taken when its length is right for its country: whether it is in use changes too often.
     *
     * @param countryCode the region of a number without a country's prefix; else the United States
     */
    static @Nullable String phone(@Nullable String given, @Nullable String countryCode) {
        if (given == null || given.isBlank()) {
            return given == null ? null : "";
        }
        try {
            PhoneNumber number =
                    PHONES.parse(given.strip(), countryCode == null || countryCode.isEmpty() ? HOME : countryCode);
            if (!number.hasExtension() && PHONES.isPossibleNumber(number)) {
                return PHONES.format(number, PhoneNumberFormat.E164);
            }
        } catch (NumberParseException malformed) {
            // refused below, like a number of the wrong length
        }
        throw Problem.input("phone", "format", "must be a phone number; with its country's prefix, or a country_code");
    }

    /** An address as it was written, checked. */
    static @Nullable String ipAddress(@Nullable String given) {
        if (given == null || given.isBlank()) {
            return given == null ? null : "";
        }
        try {
            return InetAddress.ofLiteral(given.strip()).getHostAddress();
        } catch (IllegalArgumentException malformed) {
            throw Problem.input("ip_address", "format", "must be an IPv4 or IPv6 address");
        }
    }
}

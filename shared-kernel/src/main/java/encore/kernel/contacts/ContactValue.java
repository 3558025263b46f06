package encore.kernel.contacts;

import encore.kernel.fans.profile.Profile;
import org.jspecify.annotations.Nullable;

/**
 * An email or a phone.
 *
 * @param value normalised: an email trimmed and in lower case, a phone in E.164
 */
public record ContactValue(ContactKind kind, String value) {

    /** The space of the claims on contacts of logins. Claims on contacts of fans have spaces of their own. */
    public static final String SPACE = "contact";

    public static ContactValue email(String email) {
        return new ContactValue(ContactKind.EMAIL, email);
    }

    public static ContactValue phone(String phone) {
        return new ContactValue(ContactKind.PHONE, phone);
    }

    /** Returns the contact of this kind in a profile, or null. */
    public static @Nullable ContactValue of(ContactKind kind, Profile profile) {
        String value = kind == ContactKind.EMAIL ? profile.email() : profile.phone();
        return value == null ? null : new ContactValue(kind, value);
    }

    /** Returns the text that is claimed for logins. */
    public String claimed() {
        return kind.word() + "." + value;
    }

    /** Returns whether a profile has this contact. */
    public boolean isIn(Profile profile) {
        return equals(of(kind, profile));
    }

    /** Returns a profile with this contact alone. */
    public Profile profile() {
        return kind == ContactKind.EMAIL ? Profile.reachableBy(value, null) : Profile.reachableBy(null, value);
    }

    @Override
    public String toString() {
        return kind.word();
    }
}

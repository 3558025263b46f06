package encore.kernel.loginsettings;

import encore.kernel.privacy.NotPersonal;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of fans' logins. A component is null only in a change.
 *
 * @param staffTagIds tags that only staff set: a public call that sets or removes one is refused
 * @param staffFieldKeys custom fields that only staff set
 * @param staffPropNames props of fans that only staff set
 * @param codesPerDay login codes by mail a day (UTC); 0 sends none
 * @param smsCodesPerDay login codes by SMS a day (UTC); 0 sends none
 * @param smsCountries ISO 3166 codes of the countries to which codes go by SMS; empty for all
 */
public record LoginSettings(
        @Nullable List<Long> staffTagIds,
        @NotPersonal("keys of fields") @Nullable List<String> staffFieldKeys,
        @NotPersonal("names of settings") @Nullable List<String> staffPropNames,
        @Nullable Integer codesPerDay,
        @Nullable Integer smsCodesPerDay,
        @NotPersonal("codes of countries") @Nullable List<String> smsCountries) {

    public static final LoginSettings DEFAULT =
            new LoginSettings(List.of(), List.of(), List.of(), 10_000, 1_000, List.of());

    public LoginSettings {
        staffTagIds = eachOnce(staffTagIds);
        staffFieldKeys = eachOnce(staffFieldKeys);
        staffPropNames = eachOnce(staffPropNames);
        smsCountries = eachOnce(smsCountries);
    }

    private static <T> @Nullable List<T> eachOnce(@Nullable List<T> given) {
        return given == null ? null : given.stream().distinct().sorted().toList();
    }

    /** Returns these settings with the components that a change gives. */
    public LoginSettings with(LoginSettings change) {
        return new LoginSettings(
                change.staffTagIds == null ? staffTagIds : change.staffTagIds,
                change.staffFieldKeys == null ? staffFieldKeys : change.staffFieldKeys,
                change.staffPropNames == null ? staffPropNames : change.staffPropNames,
                change.codesPerDay == null ? codesPerDay : change.codesPerDay,
                change.smsCodesPerDay == null ? smsCodesPerDay : change.smsCodesPerDay,
                change.smsCountries == null ? smsCountries : change.smsCountries);
    }

    public boolean isStaffTag(long tagId) {
        return contains(staffTagIds, tagId);
    }

    public boolean isStaffField(String crmFieldKey) {
        return contains(staffFieldKeys, crmFieldKey);
    }

    public boolean isStaffProp(String name) {
        return contains(staffPropNames, name);
    }

    /** Whether codes go to this country (ISO 3166, capital letters) by SMS. */
    public boolean sendsSmsTo(String countryCode) {
        return smsCountries == null || smsCountries.isEmpty() || smsCountries.contains(countryCode);
    }

    /** Returns how many codes may be sent on one day. */
    public int codesPerDay(CodeChannel channel) {
        return Objects.requireNonNull(
                channel == CodeChannel.SMS ? smsCodesPerDay : codesPerDay, "Null in changes only");
    }

    private static boolean contains(@Nullable Collection<?> all, Object one) {
        return all != null && all.contains(one);
    }
}

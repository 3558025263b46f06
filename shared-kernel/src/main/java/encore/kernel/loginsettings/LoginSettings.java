package encore.kernel.loginsettings;

import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of fans' logins; a {@link Patch} changes them. A component that is null has its default: call
 * {@link #withDefaults()} before you read it.
 *
 * @param staffTagIds tags that only staff set: a public call that sets or removes one is refused
 * @param staffFieldKeys custom fields that only staff set
 * @param staffPropNames props of fans that only staff set
 * @param codesPerDay login codes by mail a day (UTC); 0 sends none
 * @param smsCodesPerDay login codes by SMS a day (UTC); 0 sends none
 * @param smsCountries ISO 3166 codes of the countries to which codes go by SMS; empty for all
 */
@RecordBuilder
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

    /** Returns these settings with the default of each component that is null. */
    public LoginSettings withDefaults() {
        return Patch.of(this).applyTo(DEFAULT);
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
                channel == CodeChannel.SMS ? smsCodesPerDay : codesPerDay, "the settings have no defaults");
    }

    private static boolean contains(@Nullable Collection<?> all, Object one) {
        return all != null && all.contains(one);
    }
}

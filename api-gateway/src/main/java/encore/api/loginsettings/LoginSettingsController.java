package encore.api.loginsettings;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.contacts.Countries;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.ChangeLoginSettings;
import encore.kernel.loginsettings.LoginSettingsId;
import encore.kernel.loginsettings.LoginSettingsQuery.FindLoginSettings;
import encore.kernel.people.Area;
import encore.kernel.records.StrictMapping;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Named;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the settings of fans' logins. */
@RestController
@Access(scope = "manage", area = Area.SYSTEM, lock = SECRET)
@RequestMapping("/api/v1/manage/login_settings")
class LoginSettingsController {

    private static final int MOST = 1_000;
    private static final int MAX_PROPS = 100;
    private static final int MAX_CODES = 1_000_000;

    record Change(
            @Description("Tags that only staff set. They replace the earlier ones.") @Nullable @Size(max = MOST)
            List<Long> staffTagIds,

            @Description("Keys of custom fields that only staff set. They replace the earlier ones.")
            @Nullable
            @Size(max = MOST)
            List<@Size(max = 128) String> staffFieldKeys,

            @Description("Names of fans' props that only staff set. They replace the earlier ones.")
            @Nullable
            @Size(max = MAX_PROPS)
            List<@Pattern(regexp = "[A-Za-z0-9_-]{1,64}", message = "must have 1 to 64 letters, digits, _ or -") String>
                    staffPropNames,

            @Description("Login codes by mail a day. Empty: 10000.") @Nullable @Min(0) @Max(MAX_CODES)
            Integer codesPerDay,

            @Description("Login codes by SMS a day. Empty: 1000.") @Nullable @Min(0) @Max(MAX_CODES)
            Integer smsCodesPerDay,

            @Description("Countries to which codes go by SMS: codes or English names. Empty: all.")
            @Nullable
            @Size(max = MOST)
            List<@Size(max = 64) String> smsCountries,

            ClearedComponents cleared) {

        Patch<LoginSettings> asChange() {
            return cleared.toPatch(SettingsMapper.MAPPER.settings(this));
        }
    }

    @Mapper(config = StrictMapping.class)
    interface SettingsMapper {

        SettingsMapper MAPPER = new LoginSettingsController$SettingsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        @Mapping(target = "smsCountries", qualifiedByName = "codes")
        LoginSettings settings(Change input);

        @Named("codes")
        default @Nullable List<String> codes(@Nullable List<String> countries) {
            return countries == null
                    ? null
                    : countries.stream()
                            .map(country -> Countries.code(country, "sms_countries"))
                            .filter(Objects::nonNull)
                            .filter(code -> !code.isEmpty())
                            .toList();
        }
    }

    private final Backend backend;

    LoginSettingsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Finds the settings of fans' logins")
    @GetMapping
    Mono<LoginSettings> findLoginSettings(Caller caller) {
        return backend.ask(caller, new FindLoginSettings(caller.account()));
    }

    @Description("Changes the settings of fans' logins")
    @PostMapping
    Mono<LoginSettings> changeLoginSettings(Caller caller, @Params Change in) {
        return backend.send(caller, new ChangeLoginSettings(new LoginSettingsId(caller.account()), in.asChange()));
    }
}

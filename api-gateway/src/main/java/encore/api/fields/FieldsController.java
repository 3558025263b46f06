package encore.api.fields;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.WebUrl;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fields.CustomField;
import encore.kernel.fields.FieldCommand.AddField;
import encore.kernel.fields.FieldCommand.ChangeField;
import encore.kernel.fields.FieldCommand.RetireField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldQuery.FindField;
import encore.kernel.fields.FieldQuery.FindFields;
import encore.kernel.fields.FieldType;
import encore.kernel.fields.FieldsId;
import encore.kernel.people.Area;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the custom fields that an account defines for its fans. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1")
class FieldsController {

    private static final String MANAGED = "/manage/fields";
    private static final String ONE = MANAGED + "/{crm_field_key}";
    private static final String KEY = "[a-z0-9_]{1,64}";
    private static final int MAX_OPTIONS = 500;

    record One(@Pattern(regexp = KEY) String crmFieldKey) {}

    /** The components of a custom field that never change. */
    record Add(@Pattern(regexp = KEY) String crmFieldKey, FieldType fieldType) {}

    record Change(
            @Pattern(regexp = KEY) String crmFieldKey,
            @Description("Never changes.") @Nullable FieldType fieldType) {}

    /** The components of a custom field that can change. */
    record Definition(
            @Description("They replace the earlier ones.") @Nullable @Size(max = MAX_OPTIONS)
            List<@NotBlank @Size(max = 255) String> fieldOptions,

            @Description("Whether values can be set. A new field is active when absent. Cannot be cleared.") @Nullable
            Boolean isActive,

            @Description("Cannot be cleared.") @Nullable Boolean isGlobal,

            @WebUrl @Nullable String linkUrl,

            ClearedComponents cleared) {

        FieldDefinition toFieldDefinition(String key, @Nullable FieldType type) {
            return new FieldDefinition(key, type, fieldOptions, isActive, isGlobal, linkUrl);
        }
    }

    private final Backend backend;

    FieldsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the custom fields, oldest first, with the number of fans who have a value")
    @Access(scope = "crm", area = Area.FANS, lock = SECRET)
    @GetMapping("/crm/fields")
    Mono<List<CustomField>> all(Caller caller) {
        return backend.ask(caller, new FindFields(caller.account()));
    }

    @Description("Lists the custom fields, oldest first")
    @GetMapping(MANAGED)
    Mono<List<CustomField>> listManagedFields(Caller caller) {
        return backend.ask(caller, new FindFields(caller.account()));
    }

    @Description("Finds a custom field")
    @GetMapping(ONE)
    Mono<CustomField> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindField(caller.account(), in.crmFieldKey()));
    }

    @Description("Adds a custom field")
    @PostMapping(MANAGED)
    Mono<CustomField> add(Caller caller, @Params Add in, @Params Definition definition) {
        var field = definition.toFieldDefinition(in.crmFieldKey(), in.fieldType());
        return backend.save(caller, new AddField(new FieldsId(caller.account()), field));
    }

    @Description("Changes a custom field")
    @PostMapping(ONE)
    Mono<CustomField> change(Caller caller, @Params Change in, @Params Definition definition) {
        var change = definition.cleared().toPatch(definition.toFieldDefinition(in.crmFieldKey(), in.fieldType()));
        return backend.save(caller, new ChangeField(new FieldsId(caller.account()), change));
    }

    @Description("Retires a custom field: values can no longer be set, existing values stay")
    @DeleteMapping(ONE)
    Mono<Boolean> retire(Caller caller, @Params One in) {
        return backend.send(caller, new RetireField(new FieldsId(caller.account()), in.crmFieldKey()))
                .thenReturn(true);
    }
}

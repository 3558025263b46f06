package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import com.fasterxml.jackson.annotation.JsonProperty;
import encore.api.access.Access;
import encore.api.fans.input.FanCorrection;
import encore.api.fans.input.TagFamily;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.journal.OperationJournal;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.DescribeFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.AssertTrue;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Sets the fields of a fan that no call of the contract sets. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/fans/{fan_id}")
class ManagedFansController {

    /** Whether a fan moderates chats. Empty clears it. */
    enum Moderator {
        MODERATOR,
        @JsonProperty("")
        NONE
    }

    record One(long fanId) {}

    /** Fields that staff sets. Absent fields stay, and an empty text clears a field. */
    record Curate(
            long fanId,
            @Nullable Integer rating,
            @Nullable String metroArea,
            @Nullable Moderator moderatorStatus,
            @Contact @Nullable String accessCode,

            @Contact @Description("An object; it replaces the present one.") @Nullable
            JsonNode props,

            @Description("tag_<tag_name>: true adds the tag and creates it if necessary; false removes it.")
            @Prefixed("tag_")
            Map<String, Boolean> tags,

            @Contact
            @Description("field_<crm_field_key>: sets a custom field, or clears it when it is sent empty.")
            @Prefixed("field_")
            Map<String, String> fields,

            ClearedComponents cleared) {

        /** Returns custom fields and tags. A cleared field has an empty text. */
        FieldsAndTags particulars() {
            Map<String, String> all = new HashMap<>(fields);
            cleared.withPrefix("field_").forEach(key -> all.put(key, ""));
            return new FieldsAndTags(all, TagFamily.read(tags));
        }

        @AssertTrue(message = "must be an object")
        @ErrorField("props")
        boolean isOfProps() {
            return props == null || props.isObject();
        }

        /** Whether it changes nothing that only staff sets: the event of that is an entry of the journal itself. */
        boolean isCorrectionAlone() {
            return curation().isEmpty();
        }

        Patch<Curation> curation() {
            String moderator = moderatorStatus == null
                    ? null
                    : moderatorStatus == Moderator.NONE
                            ? ""
                            : moderatorStatus.name().toLowerCase(Locale.ROOT);
            return cleared.toPatch(new Curation(rating, metroArea, moderator, accessCode, props));
        }
    }

    private final Backend backend;
    private final OperationJournal operationJournal;

    ManagedFansController(Backend backend, OperationJournal operationJournal) {
        this.backend = backend;
        this.operationJournal = operationJournal;
    }

    @Description("Finds a fan")
    @GetMapping
    Mono<Fan> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindFan(caller.account(), in.fanId()));
    }

    @Description("Changes a fan, including the fields that only staff set")
    @PostMapping
    Mono<RegisteredFan> curate(
            Caller caller, ServerWebExchange exchange, @Params Curate in, @Params FanCorrection fanCorrection) {
        return change(caller, in, fanCorrection)
                .delayUntil(changed -> in.isCorrectionAlone()
                        ? operationJournal.note(
                                caller, exchange, "CorrectFan", new FanId(caller.account(), in.fanId()).toString())
                        : Mono.empty());
    }

    private Mono<RegisteredFan> change(Caller caller, Curate in, FanCorrection fanCorrection) {
        var fan = new FanId(caller.account(), in.fanId());
        var change = new ChangeFan(
                fan,
                fanCorrection.profile(Profile.EMPTY, in.cleared()),
                fanCorrection.consent(List.of(), List.of()),
                in.curation(),
                null);
        var fieldsAndTags = in.particulars();
        return fieldsAndTags.fields().isEmpty()
                ? backend.send(caller, change.with(FieldsAndTags.ParsedFieldsAndTags.of(fieldsAndTags.tags())))
                : backend.send(caller, new DescribeFan(change, fieldsAndTags));
    }
}

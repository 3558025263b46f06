package encore.api.idols;

import static encore.api.access.Lock.KEY;
import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.MaxWords;
import encore.api.input.ClearedComponents;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsCommand.SaveIdol;
import encore.kernel.idols.IdolsQuery.FindIdol;
import encore.kernel.idols.IdolsQuery.SearchIdols;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Serves idols: artists, teams, sponsors and podcasts. */
@RestController
@Access(scope = "idols", lock = KEY)
@RequestMapping("/api/v1/idols")
public class IdolsController {

    static final int ROWS = 500;

    private static final Set<String> PROP_NAMES =
            Set.of("fun_fact", "new_award", "world_ranking", "catchphrase", "new_single");
    private static final Set<String> CLEARABLE = Set.of("musicUid", "artistId", "discoveryId");

    record Find(
            @Description("Words of the name, or beginnings of words. At most 16 distinct words.")
            @Nullable
            @Size(max = 255)
            @MaxWords
            String idolName,

            @Description("Only idols with this label.") @Nullable
            String labelName) {}

    record One(@Size(max = 64) String idolUid) {}

    record Save(
            @NotBlank @Size(max = 255) String idolName,

            @Description("Only for an artist. Finds the idol that has it.") @Nullable @Size(max = 255)
            String musicUid,

            @Description("Text or a number.") @Nullable JsonNode artistId,
            @Description("Text or a number.") @Nullable JsonNode discoveryId,

            @Description("Absent for a new idol: artist if it has a music_uid, else other.") @Nullable
            IdolType idolType,

            @Description("They replace the earlier ones.") @Nullable
            List<@NotBlank @Size(max = 128) String> labelNames,

            @Description(
                    "An object with any of fun_fact, new_award, world_ranking, catchphrase and new_single. It replaces"
                            + " the present one; absent, the present one is deleted.")
            @Default("{}")
            @Nullable
            ObjectNode props,

            ClearedComponents cleared) {

        @AssertTrue(message = "must be text or a number")
        @ErrorField("artist_id")
        boolean isOfArtistId() {
            return isId(artistId);
        }

        @AssertTrue(message = "must be text or a number")
        @ErrorField("discovery_id")
        boolean isOfDiscoveryId() {
            return isId(discoveryId);
        }

        private static boolean isId(@Nullable JsonNode id) {
            return id == null
                    || (id.isString() || id.isNumber()) && id.asString().length() <= 255;
        }

        @AssertTrue(
                message = "may have fun_fact, new_award, world_ranking, catchphrase and new_single: text, numbers or"
                        + " flags")
        @ErrorField("props")
        boolean isOfProps() {
            return props == null
                    || PROP_NAMES.containsAll(props.propertyNames())
                            && props.valueStream()
                                    .allMatch(value -> value.isString() || value.isNumber() || value.isBoolean());
        }

        Patch<IdolProfile> patch() {
            boolean hasNoProps = props == null || props.isEmpty();
            Set<String> clearedComponents = new HashSet<>(cleared.components());
            clearedComponents.retainAll(CLEARABLE);
            if (hasNoProps) {
                clearedComponents.add("props");
            }
            return new Patch<>(
                    new IdolProfile(
                            idolName,
                            idolType,
                            musicUid,
                            text(artistId),
                            text(discoveryId),
                            labelNames,
                            hasNoProps ? null : props),
                    clearedComponents);
        }

        private static @Nullable String text(@Nullable JsonNode id) {
            return id == null ? null : id.asString();
        }
    }

    private final Backend backend;

    IdolsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Changes the idol with this music_uid or else this name, or adds it")
    @Access(scope = "idols", area = Area.CONTENT, lock = SECRET)
    @PostMapping
    Mono<IdolUid> save(Caller caller, @Params Save in) {
        return backend.send(caller, new SaveIdol(new IdolId(caller.account(), Ids.uid()), in.patch()));
    }

    @Description("Lists the idols, oldest first")
    @GetMapping
    Flux<Idol> all(Caller caller, @Params Find in) {
        return Pages.all(after -> backend.ask(
                        caller,
                        new SearchIdols(caller.account(), in.idolName(), in.labelName(), new NextKey(after, ROWS))))
                .map(Idol.Managed::idol);
    }

    @Description("Finds an idol")
    @GetMapping("/{idol_uid}")
    Mono<Idol> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindIdol(caller.account(), in.idolUid())).map(Idol.Managed::idol);
    }
}

package encore.api.shows.overlays;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.outbound.OutboundRules;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.people.Area;
import encore.kernel.records.StrictMapping;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayCommand.AddOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeOverlay;
import encore.kernel.shows.overlays.OverlayCommand.RemoveOverlay;
import encore.kernel.shows.overlays.OverlayQuery.FindOverlay;
import encore.kernel.shows.overlays.OverlayQuery.FindOverlays;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.overlays.OverlaysId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the overlays that a show has in store. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}/overlays")
class OverlaysController {

    private static final String ONE = "/{app_overlay_uid}";
    private static final int DAY = 86_400;

    record OfShow(long pageTabId) {

        OverlaysId overlays(Caller caller) {
            return new OverlaysId(new CampaignId(caller.account(), pageTabId));
        }
    }

    record One(long pageTabId, @Size(max = 64) String appOverlayUid) {

        OverlaysId overlays(Caller caller) {
            return new OverlaysId(new CampaignId(caller.account(), pageTabId));
        }
    }

    /** The components of an overlay that can be sent. Absent components stay. */
    record Save(
            @Description("Required when it is added. It never changes.") @Nullable
            OverlayType overlayType,

            @Description("The text that fans see. Required, except for quiz_question, which shows its question.")
            @Nullable
            @Size(max = 1_000)
            String overlayPublicName,

            @Nullable @Size(max = 64) String sponsorMediaUid,
            @Nullable @Size(max = 64) String contentMediaUid,

            @Description("Absent: the address of sponsor_media_uid.") @Nullable @Size(max = 2_000)
            String sponsorImageUrl,

            @Nullable @Size(max = 255) String sponsorName,

            @Description("Only of static.") @Nullable @Size(max = 255)
            String buttonText,

            @Description("Only of static.") @Nullable @Size(max = 10_000)
            String bodyText,

            @Description("Only of static. Begins with https://.") @Nullable @Size(max = 2_000)
            String targetUrl,

            @Description("Required for quiz_question.") @Nullable @Size(max = 64)
            String quizQuestionUid,

            @Description("Required for custom_field.") @Nullable @Size(max = 64)
            String crmFieldKey,

            @Description("Seconds. Only of clicker, quiz_question and custom_field. Absent: without an end.")
            @Nullable
            @Min(1)
            @Max(DAY)
            Integer overlayTimer,

            @Description("Seconds until clicks count. Only of clicker. Absent: 0.") @Nullable @Min(0) @Max(DAY)
            Integer overlayDelay,

            @Description("Only of clicker. Absent: 0.") @Nullable @Min(0) @Max(1_000_000)
            Long pointsPerClick,

            @Description("The most points of a fan for one push. Only of clicker. Absent: no bound.")
            @Nullable
            @Min(0)
            @Max(1_000_000_000)
            Long maxPoints,

            ClearedComponents cleared) {

        Overlay asOverlay(String appOverlayUid) {
            return OverlayMapper.MAPPER.overlay(this, appOverlayUid);
        }
    }

    @Mapper(config = StrictMapping.class)
    interface OverlayMapper {

        OverlayMapper MAPPER = new OverlaysController$OverlayMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        @Mapping(target = "withSponsorImage", ignore = true)
        Overlay overlay(Save input, String appOverlayUid);
    }

    private final Backend backend;
    private final OutboundRules rules;

    OverlaysController(Backend backend, OutboundRules rules) {
        this.backend = backend;
        this.rules = rules;
    }

    @Description("Lists the overlays that a show has in store, in the order in which they were added")
    @GetMapping
    Mono<List<Overlay>> findOverlays(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindOverlays(caller.account(), in.pageTabId()));
    }

    @Description("Finds an overlay in store")
    @GetMapping(ONE)
    Mono<Overlay> findOverlay(Caller caller, @Params One in) {
        return backend.ask(caller, new FindOverlay(caller.account(), in.pageTabId(), in.appOverlayUid()));
    }

    @Description("Adds an overlay to the store")
    @PostMapping
    Mono<Overlay> addOverlay(Caller caller, @Params OfShow in, @Params Save save) {
        checkAddresses(save);
        return backend.send(caller, new AddOverlay(in.overlays(caller), save.asOverlay(Ids.uid())));
    }

    @Description("Changes an overlay in store. Where it is live or pinned it stays as it was")
    @PostMapping(ONE)
    Mono<Overlay> changeOverlay(Caller caller, @Params One in, @Params Save save) {
        checkAddresses(save);
        Overlay overlay = save.asOverlay(in.appOverlayUid());
        return backend.send(
                caller, new ChangeOverlay(in.overlays(caller), save.cleared().toPatch(overlay)));
    }

    @Description("Removes an overlay from the store. Where it is live or pinned it stays")
    @DeleteMapping(ONE)
    Mono<Boolean> removeOverlay(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveOverlay(in.overlays(caller), in.appOverlayUid()))
                .thenReturn(true);
    }

    private void checkAddresses(Save save) {
        rules.mustBeAllowed("target_url", save.targetUrl());
        rules.mustBeAllowed("sponsor_image_url", save.sponsorImageUrl());
    }
}

package encore.api.shows.vods;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Bounds;
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
import encore.kernel.shows.vods.Vod;
import encore.kernel.shows.vods.VodCommand.AddVod;
import encore.kernel.shows.vods.VodCommand.ChangeVod;
import encore.kernel.shows.vods.VodCommand.RemoveVod;
import encore.kernel.shows.vods.VodItem;
import encore.kernel.shows.vods.VodQuery.FindVod;
import encore.kernel.shows.vods.VodQuery.FindVods;
import encore.kernel.shows.vods.VodsId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the vods of a show. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}/vods")
class ManagedVodsController {

    private static final String ONE = "/{option_id}";

    record OfShow(long pageTabId) {}

    record One(long pageTabId, long optionId) {}

    /** A vod. Absent components stay, empty ones are cleared. */
    record SaveVod(
            @Description("Required when it is added.") @Nullable @Size(max = 255)
            String optionName,

            @Nullable @Size(max = 64) String optionType,
            @Nullable @Size(max = 2000) String description,
            @Nullable UUID mediaUid,

            @Description("The place of the field in the page that shows it, from 0.") @Nullable @Min(0) @Max(10_000)
            Integer fieldIdx,

            @Description("The page of the show that plays it, such as waiting.") @Nullable @Size(max = 64)
            String page,

            @Description("The address of its HLS manifest, https.") @Nullable @Size(max = 2000)
            String hlsUrl,

            @Description("The fan who is in it.") @Nullable Long fanId,

            @Description("Whether fans see it.") @Nullable Boolean isApproved,

            @Nullable Boolean isCorrect,
            @Nullable @Min(0) @Max(Bounds.MAX_COUNT) Long clicks,
            @Nullable @Min(0) @Max(Bounds.MAX_COUNT) Long impressions,
            @Nullable @Min(0) @Max(Bounds.MAX_COUNT) Long negativeVoteCount,
            ClearedComponents cleared) {

        VodItem asItem(long optionId) {
            return ItemMapper.MAPPER.item(this, optionId);
        }
    }

    @Mapper(config = StrictMapping.class)
    interface ItemMapper {

        ItemMapper MAPPER = new ManagedVodsController$ItemMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        VodItem item(SaveVod input, long optionId);
    }

    private final Backend backend;
    private final OutboundRules outboundRules;

    ManagedVodsController(Backend backend, OutboundRules outboundRules) {
        this.backend = backend;
        this.outboundRules = outboundRules;
    }

    @Description("Lists a show's vods, in the order in which they were added")
    @GetMapping
    Mono<List<Vod>> all(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindVods(caller.account(), in.pageTabId()));
    }

    @Description("Finds a vod of a show")
    @GetMapping(ONE)
    Mono<Vod> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindVod(caller.account(), in.pageTabId(), in.optionId()));
    }

    @Description("Adds a vod to a show")
    @PostMapping
    Mono<Vod> add(Caller caller, @Params OfShow in, @Params SaveVod save) {
        outboundRules.mustBeAllowed("hls_url", save.hlsUrl());
        return backend.save(caller, new AddVod(vods(caller, in.pageTabId()), save.asItem(Ids.number())));
    }

    @Description("Changes a vod of a show")
    @PostMapping(ONE)
    Mono<Vod> change(Caller caller, @Params One in, @Params SaveVod save) {
        outboundRules.mustBeAllowed("hls_url", save.hlsUrl());
        return backend.save(
                caller,
                new ChangeVod(vods(caller, in.pageTabId()), save.cleared().toPatch(save.asItem(in.optionId()))));
    }

    @Description("Removes a vod from a show")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveVod(vods(caller, in.pageTabId()), in.optionId()))
                .thenReturn(true);
    }

    private static VodsId vods(Caller caller, long pageTabId) {
        return new VodsId(new CampaignId(caller.account(), pageTabId));
    }
}

package encore.command.shows.vods;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.media.MediaId;
import encore.kernel.shows.vods.VodCommand.AddVod;
import encore.kernel.shows.vods.VodCommand.ChangeVod;
import encore.kernel.shows.vods.VodCommand.RemoveVod;
import encore.kernel.shows.vods.VodEvent.VodAdded;
import encore.kernel.shows.vods.VodEvent.VodChanged;
import encore.kernel.shows.vods.VodItem;
import encore.kernel.shows.vods.VodItemBuilder;
import encore.kernel.shows.vods.VodsId;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VodsTest {

    private static final CampaignId SHOW = new CampaignId(7, 100);
    private static final VodsId VODS = new VodsId(SHOW);
    private static final UUID PICTURE = UUID.fromString("01980000-0000-7000-8000-000000000001");
    private static final VodItem INTRO = VodItemBuilder.builder()
            .optionId(11)
            .optionName("Intro")
            .page("waiting")
            .isApproved(true)
            .build();

    private final AggregateUnderTest<Vods> vods = new AggregateUnderTest<>(Vods.class);

    @BeforeEach
    void the_campaign_is_there() {
        isOfType(AppType.FANXP);
    }

    private void isOfType(AppType type) {
        vods.streams.begun(SHOW, new CampaignCreated(SHOW, type, null, CampaignDetails.NONE));
    }

    @Test
    void a_vod_is_added_to_a_show() {
        vods.givenNoPriorActivity()
                .when(new AddVod(VODS, INTRO))
                .expectEvents(new VodAdded(VODS, INTRO))
                .expectResultMessagePayload(INTRO);
    }

    @Test
    void only_a_live_campaign_has_vods() {
        isOfType(AppType.TRIVIA);
        for (Object command : new Object[] {new AddVod(VODS, INTRO), new RemoveVod(VODS, 11)}) {
            vods.givenNoPriorActivity().when(command).expectNoEvents().expectException(refusalNaming("page_tab_id"));
        }
        vods.streams.ended(SHOW);
        for (Object command :
                new Object[] {new AddVod(VODS, INTRO), new ChangeVod(VODS, Patch.of(INTRO)), new RemoveVod(VODS, 11)}) {
            vods.given(new VodAdded(VODS, INTRO)).when(command).expectNoEvents().expectException(refusalAsUnknown());
        }
    }

    @Test
    void a_name_is_needed_and_fans_and_pictures_exist() {
        VodItem plain = VodItemBuilder.builder().optionId(12).page("waiting").build();
        refused(new AddVod(VODS, plain), "option_name");
        refused(new AddVod(VODS, VodItemBuilder.builder(plain).optionName("").build()), "option_name");
        VodItem named = VodItemBuilder.builder(plain)
                .optionName("Ann")
                .fanId(5L)
                .mediaUid(PICTURE)
                .build();
        refused(new AddVod(VODS, named), "media_uid");
        vods.streams.open(new MediaId(7, PICTURE.toString()));
        refused(new AddVod(VODS, named), "fan_id");
        vods.streams.open(new FanId(7, 5));
        vods.givenNoPriorActivity().when(new AddVod(VODS, named)).expectEvents(new VodAdded(VODS, named));
        vods.streams.ended(new FanId(7, 5));
        VodItem changed = VodItemBuilder.builder(named).optionType("clip").build();
        vods.given(new VodAdded(VODS, named))
                .when(new ChangeVod(VODS, Patch.of(changed)))
                .expectEvents(new VodChanged(VODS, changed));
    }

    @Test
    void a_vod_is_changed_and_keeps_its_name() {
        VodItem shown = VodItemBuilder.builder().optionId(11).clicks(4L).build();
        VodItem after = VodItemBuilder.builder(INTRO).clicks(4L).page(null).build();
        vods.given(new VodAdded(VODS, INTRO))
                .when(new ChangeVod(VODS, new Patch<>(shown, Set.of("page"))))
                .expectEvents(new VodChanged(VODS, after))
                .expectResultMessagePayload(after);
        vods.given(new VodAdded(VODS, INTRO))
                .when(new ChangeVod(VODS, new Patch<>(shown, Set.of("optionName"))))
                .expectNoEvents()
                .expectException(refusalNaming("option_name"));
    }

    private void refused(Object command, String field) {
        vods.givenNoPriorActivity().when(command).expectNoEvents().expectException(refusalNaming(field));
    }
}

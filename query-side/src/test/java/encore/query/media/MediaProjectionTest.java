package encore.query.media;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.media.ImageFacts;
import encore.kernel.media.ImageType;
import encore.kernel.media.Media;
import encore.kernel.media.MediaAsset;
import encore.kernel.media.MediaEvent.MediaAdded;
import encore.kernel.media.MediaEvent.MediaRemoved;
import encore.kernel.media.MediaId;
import encore.kernel.media.MediaQuery.FindMedia;
import encore.kernel.media.MediaQuery.FindMediaAsset;
import encore.kernel.media.MediaQuery.FindMediaOfFan;
import encore.kernel.media.MediaQuery.ListMedia;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MediaProjectionTest {

    private static final FanId ADA = new FanId(7, 42);
    private static final ImageFacts FACTS = new ImageFacts(ImageType.JPEG, 10, 20, 3);

    private final ProjectionUnderTest<MediaProjection> media = new ProjectionUnderTest<>(() -> new MediaProjection(
            new FakeQueryGateway().on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))));

    @BeforeEach
    void two_of_ours_and_one_of_theirs() {
        media.given(added(7, "a", null), added(8, "b", null), added(7, "c", ADA));
    }

    @AfterEach
    void close() {
        media.close();
    }

    @Test
    void an_account_sees_its_own_oldest_first() {
        assertThat(list(7, null, 10).rows())
                .containsExactly(
                        new Media("a", null, ImageType.JPEG, 10, 20, 3, START),
                        new Media("c", 42L, ImageType.JPEG, 10, 20, 3, START.plusSeconds(2)));
        Page<Media> first = list(7, null, 1);
        assertThat(first.more()).isTrue();
        assertThat(list(7, first.last(), 1).rows()).extracting(Media::mediaUid).containsExactly("c");
        assertThat(one(7, "a").mediaUid()).isEqualTo("a");
        assertThatThrownBy(() -> one(7, "b")).as("another account's").isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> one(7, "x")).isInstanceOf(Refusal.class);
    }

    @Test
    void an_asset_is_found_without_its_account() {
        assertThat(asset("b")).isEqualTo(new MediaAsset(new MediaId(8, "b"), null, FACTS, 1, "hash"));
        media.given(new MediaRemoved(new MediaId(8, "b"), null));
        assertThatThrownBy(() -> asset("b")).isInstanceOf(Refusal.class);
    }

    @Test
    void the_media_of_a_fan_go_with_the_fan() {
        assertThat(ofFan()).extracting(Media::mediaUid).containsExactly("c");
        media.given(added(7, "d", ADA), new MediaRemoved(new MediaId(7, "c"), ADA));
        assertThat(ofFan()).extracting(Media::mediaUid).containsExactly("d");
        media.given(new FanErased(ADA), added(7, "e", ADA));
        assertThat(ofFan()).isEmpty();
        assertThat(list(7, null, 10).rows()).extracting(Media::mediaUid).containsExactly("a");
        assertThatThrownBy(() -> asset("e")).isInstanceOf(Refusal.class);
    }

    @Test
    void gateways_get_removals() {
        List<ControlMessage> received = new ArrayList<>();
        media.projection().follow(3).subscribe(received::add);
        media.given(new MediaRemoved(new MediaId(7, "a"), null), new FanErased(ADA), added(7, "z", null));
        assertThat(received)
                .containsExactly(
                        new ControlMessage.Ready(3),
                        new ControlMessage.RemovedMedia(7, "a", 4),
                        new ControlMessage.FanErased(7, 42, 5));
    }

    @Test
    void replayed_it_is_the_same() {
        media.given(
                added(7, "d", ADA),
                new MediaRemoved(new MediaId(7, "a"), null),
                new FanErased(ADA),
                added(7, "f", ADA));
        try (var again = media.replayed()) {
            assertThat(again.checksums()).isEqualTo(media.checksums());
        }
    }

    private Page<Media> list(long account, @Nullable String after, int limit) {
        return media.read(documents ->
                media.projection().find(new ListMedia(account, new NextKey(after, limit)), documents));
    }

    private Media one(long account, String uid) {
        return media.read(documents -> media.projection().find(new FindMedia(account, uid), documents));
    }

    private MediaAsset asset(String uid) {
        return media.read(documents -> media.projection().find(new FindMediaAsset(uid), documents));
    }

    private List<Media> ofFan() {
        return media.read(documents -> media.projection().find(new FindMediaOfFan(7, 42), documents));
    }

    private static MediaAdded added(long account, String uid, @Nullable FanId fan) {
        return new MediaAdded(new MediaId(account, uid), fan, FACTS, 1, "hash");
    }
}

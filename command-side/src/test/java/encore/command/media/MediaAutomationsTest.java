package encore.command.media;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.media.ImageFacts;
import encore.kernel.media.ImageType;
import encore.kernel.media.MediaCommand.DeleteMediaBytes;
import encore.kernel.media.MediaCommand.RemoveMedia;
import encore.kernel.media.MediaEvent.MediaAdded;
import encore.kernel.media.MediaEvent.MediaRemoved;
import encore.kernel.media.MediaId;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MediaAutomationsTest {

    private static final FanId ADA = new FanId(7, 42);
    private static final FanId BEN = new FanId(7, 43);

    private final AutomationUnderTest erasure = new AutomationUnderTest(new WhenFanErasedThenRemoveMedia());

    @Test
    void the_media_of_an_erased_fan_are_removed_and_no_others() {
        erasure.given(
                        added("a", ADA),
                        added("b", ADA),
                        added("c", BEN),
                        added("d", null),
                        new MediaRemoved(media("b"), ADA))
                .when(new FanErased(ADA))
                .expect(new RemoveMedia(media("a")));
    }

    @Test
    void one_that_was_added_beside_the_erasure_is_removed_as_well() {
        erasure.given(new FanErased(ADA)).when(added("a", ADA)).expect(new RemoveMedia(media("a")));
    }

    @Test
    void many_are_removed_in_batches() {
        Event[] many = IntStream.range(0, 2 * WhenFanErasedThenRemoveMedia.BATCH + 1)
                .mapToObj(i -> added("m" + i, ADA))
                .toArray(Event[]::new);
        erasure.given(many).when(new FanErased(ADA));
        assertThat(erasure.named()).hasSize(many.length).doesNotHaveDuplicates();
    }

    @Test
    void the_bytes_of_a_removed_one_are_deleted() {
        new AutomationUnderTest(new WhenMediaRemovedThenDeleteBytes())
                .given()
                .when(new MediaRemoved(media("a"), null))
                .expect(new DeleteMediaBytes(media("a")));
    }

    private static MediaId media(String uid) {
        return new MediaId(7, uid);
    }

    private static MediaAdded added(String uid, @Nullable FanId fan) {
        return new MediaAdded(media(uid), fan, new ImageFacts(ImageType.JPEG, 10, 20, 3), 1, "hash");
    }
}

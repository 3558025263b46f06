package encore.infra.bench.history;

import encore.infra.bench.FansLog;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Appends tags, a few of them common and most of them rare, and gives five on average to each fan. */
public final class TagGenerator {

    private static final int TAGS = 500;

    /** The number of the first generated tag. */
    private static final long FIRST_TAG = 1L << 40;

    private final FanRecorder recorder;
    private final Random random = new Random(3);

    public TagGenerator(FanRecorder recorder) {
        this.recorder = recorder;
    }

    public void write(FanId[] fans, PrintWriter rows) {
        for (int i = 0; i < TAGS; i++) {
            var tag = new TagId(recorder.account(), FIRST_TAG + i);
            recorder.appendSingle(new TagMade(tag, "Tag " + i), tag);
        }
        for (FanId fan : fans) {
            List<Long> tags = new ArrayList<>();
            for (int left = random.nextInt(11); left > 0; left--) {
                int tag = random.nextInt(1 + random.nextInt(TAGS));
                if (!tags.contains(FIRST_TAG + tag)) {
                    tags.add(FIRST_TAG + tag);
                    rows.println(FansLog.row(fan.number(), "Tag " + tag));
                }
            }
            if (!tags.isEmpty()) {
                recorder.append(new FanTagsChanged(fan, tags, List.of()), fan);
            }
        }
    }
}

package encore.api.live;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.util.Comparator;
import java.util.List;
import org.springframework.stereotype.Component;

/** All streams that the features offer. */
@Component
public class LiveStreams {

    private final List<LiveStream<?, ?>> all;

    LiveStreams(List<LiveStream<?, ?>> all) {
        this.all = all.stream()
                .sorted(Comparator.comparing(stream -> stream.definition().address()))
                .toList();
        for (LiveStream<?, ?> one : all) {
            String address = one.definition().address();
            if (all.stream()
                            .filter(other -> other.definition().matches(address))
                            .count()
                    > 1) {
                throw new IllegalStateException("Two streams have the address " + address);
            }
        }
    }

    /** Returns all streams, ordered by address. */
    public List<LiveStream<?, ?>> all() {
        return all;
    }

    LiveStream<?, ?> find(String name) {
        return all.stream()
                .filter(stream -> stream.definition().matches(name))
                .findFirst()
                .orElseThrow(() -> Problem.input("stream", ErrorCode.VALUE, "is unknown"));
    }
}

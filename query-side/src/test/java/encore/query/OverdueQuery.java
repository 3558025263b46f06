package encore.query;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.lanes.ReadStopped;
import java.time.Duration;
import java.util.function.Supplier;

/** A query whose time is over before it begins. Work in memory must notice it. */
public final class OverdueQuery {

    private OverdueQuery() {}

    public static void assertStopped(Supplier<?> query) {
        assertThatThrownBy(() -> ScopedValue.where(ReadDeadline.CURRENT, ReadDeadline.after(Duration.ZERO))
                        .call(query::get))
                .isInstanceOf(ReadStopped.class);
    }
}

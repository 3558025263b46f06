package encore.query.props;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.paging.Paging.NextKey;
import encore.kernel.props.Prop;
import encore.kernel.props.PropEvent.PropAdded;
import encore.kernel.props.PropEvent.PropChanged;
import encore.kernel.props.PropEvent.PropRemoved;
import encore.kernel.props.PropId;
import encore.kernel.props.PropQuery.FindProp;
import encore.kernel.props.PropQuery.FindProps;
import encore.query.ProjectionUnderTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PropsProjectionTest {

    private static final PropId PROP = new PropId(7, "a");

    private final ProjectionUnderTest<PropsProjection> props = new ProjectionUnderTest<>(PropsProjection::new);

    @AfterEach
    void close() {
        props.close();
    }

    @Test
    void a_name_has_its_last_value_and_null_before_and_after() {
        assertThat(value("x")).isEqualTo("null");
        props.given(new PropAdded(PROP, "x", "{\"a\":1.50}"), new PropAdded(new PropId(8, "b"), "x", "2"));
        assertThat(value("x")).isEqualTo("{\"a\":1.50}");
        props.given(new PropChanged(PROP, "[true]"));
        assertThat(value("x")).isEqualTo("[true]");
        assertThat(value("X")).isEqualTo("null");
        try (var again = props.replayed()) {
            assertThat(again.checksums()).isEqualTo(props.checksums());
        }
        props.given(new PropRemoved(PROP));
        assertThat(value("x")).isEqualTo("null");
    }

    @Test
    void values_that_nobody_can_read_any_more_are_not_there() {
        props.given(new PropAdded(PROP, "x", null), new PropChanged(PROP, null));
        assertThat(value("x")).isEqualTo("null");
    }

    @Test
    void the_list_has_the_values_of_the_account() {
        props.given(new PropAdded(PROP, "x", "1"), new PropAdded(new PropId(7, "c"), "y", "\"text\""));
        assertThat(props.read(documents -> props.projection().find(new FindProps(7, new NextKey(null, 10)), documents))
                        .rows())
                .extracting(Prop::propName)
                .containsExactly("x", "y");
    }

    private String value(String name) {
        return props.read(documents -> props.projection().find(new FindProp(7, name), documents))
                .props()
                .toString();
    }
}

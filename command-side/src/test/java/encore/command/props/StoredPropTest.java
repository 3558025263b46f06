package encore.command.props;

import static encore.command.AggregateUnderTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Refusal;
import encore.kernel.props.PropCommand.AddProp;
import encore.kernel.props.PropCommand.ChangeProp;
import encore.kernel.props.PropCommand.RemoveProp;
import encore.kernel.props.PropEvent.PropAdded;
import encore.kernel.props.PropEvent.PropChanged;
import encore.kernel.props.PropEvent.PropRemoved;
import encore.kernel.props.PropId;
import encore.kernel.props.PropUid;
import org.junit.jupiter.api.Test;

class StoredPropTest {

    private static final PropId PROP = new PropId(7, "p");

    private final AggregateUnderTest<StoredProp> prop = new AggregateUnderTest<>(StoredProp.class);

    @Test
    void a_first_value_takes_its_name_and_has_a_key_of_its_own() {
        prop.givenNoPriorActivity()
                .when(new AddProp(PROP, "tour.x", "{\"a\":1}"))
                .expectEvents(new PropAdded(PROP, "tour.x", "{\"a\":1}"))
                .expectResultMessagePayload(new PropUid("p"));
        assertThat(prop.subjectKeys.made).containsExactly("prop.7.p");
        assertThat(prop.claims.held).containsEntry(StoredProp.claim(7, "tour.x"), "prop.7.p");
    }

    @Test
    void a_uid_is_used_once() {
        prop.given(new PropAdded(PROP, "x", "1"))
                .when(new AddProp(PROP, "y", "2"))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "uid-taken"));
    }

    @Test
    void another_value_replaces_and_the_same_one_records_nothing() {
        prop.given(new PropAdded(PROP, "x", "1"))
                .when(new ChangeProp(PROP, "2"))
                .expectEvents(new PropChanged(PROP, "2"));
        prop.given(new PropAdded(PROP, "x", "1"), new PropChanged(PROP, "2"))
                .when(new ChangeProp(PROP, "2"))
                .expectNoEvents();
    }

    @Test
    void a_removed_name_is_free() {
        prop.claims.held(StoredProp.claim(7, "x"), PROP);
        prop.given(new PropAdded(PROP, "x", "1")).when(new RemoveProp(PROP)).expectEvents(new PropRemoved(PROP));
        assertThat(prop.claims.held).isEmpty();
    }

    /** After a restore the key is gone, and the value cannot be read. */
    @Test
    void an_unreadable_value_is_removed() {
        prop.given(new PropAdded(PROP, "x", null)).when(new RemoveProp(PROP)).expectEvents(new PropRemoved(PROP));
    }
}

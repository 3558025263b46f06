package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.sidetables.ClaimsTable;
import encore.infra.eventstore.sidetables.ClaimsTable.SubjectRule;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.StreamId;
import encore.kernel.addresses.AddressCommand.ForgetUnreadable;
import encore.kernel.addresses.AddressId;
import encore.kernel.addresses.AddressesId;
import encore.kernel.contacts.ContactCommand.ForgetContact;
import encore.kernel.contacts.ContactId;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.filters.FilterCommand.RemoveFilter;
import encore.kernel.filters.FilterId;
import encore.kernel.purchases.PurchaseCommand.EraseBuyer;
import encore.kernel.purchases.PurchaseEvent.BuyerFound;
import encore.kernel.purchases.PurchaseId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The commands that end subjects of a restored log again; {@code RestoredLogTest} restores logs. */
class RestoredErasuresTest {

    private final ClaimsTable table = ClaimsTable.load();

    @Test
    void each_kind_of_subject_is_ended_by_its_own_command() {
        assertThat(RestoredErasures.commandThatEnds("fan.7.42", table)).isEqualTo(new EraseFan(new FanId(7, 42)));
        assertThat(RestoredErasures.commandThatEnds("filter.7.a", table))
                .isEqualTo(new RemoveFilter(new FilterId(7, "a")));
        assertThat(RestoredErasures.commandThatEnds("address.7.a", table))
                .isEqualTo(new ForgetUnreadable(new AddressesId(7), new AddressId(7, "a")));
        assertThat(RestoredErasures.commandThatEnds("contact.7.a", table))
                .isEqualTo(new ForgetContact(new ContactId(7, "a")));
        for (String buyer : new String[] {"buyer.7.a", "buyer.7.a.renewed"}) {
            assertThat(RestoredErasures.commandThatEnds(buyer, table))
                    .isEqualTo(new EraseBuyer(new PurchaseId(7, "a")));
        }
    }

    @Test
    void a_subject_of_a_kind_without_a_row_is_not_passed_over() {
        assertThatThrownBy(() -> RestoredErasures.commandThatEnds("quest.7.a", table))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("quest.7.a")
                .hasMessageContaining("claims.tsv");
    }

    /** A buyer who was found is not erased. */
    @Test
    void every_event_that_ends_a_subject_has_its_row() {
        EventCatalogue catalogue = EventCatalogue.load();
        List<Class<? extends Event.FinalEvent>> finalEvents = MessageTypes.of(Event.FinalEvent.class).stream()
                .filter(RestoredErasuresTest::namesASubject)
                .filter(type -> type != BuyerFound.class)
                .toList();
        assertThat(finalEvents).hasSizeGreaterThanOrEqualTo(4);
        for (Class<? extends Event.FinalEvent> ending : finalEvents) {
            String kind = filled(ending).split("\\.")[0];
            SubjectRule rule = table.subjectRule(kind + ".7.1");
            assertThat(rule).as("The subject row of %s in claims.tsv", kind).isNotNull();
            assertThat(Objects.requireNonNull(rule).event())
                    .isEqualTo(catalogue.of(ending).type());
            assertThat(RestoredErasures.commandThatEnds(kind + ".7.1", table).stream()
                            .account())
                    .isEqualTo(7);
        }
    }

    private static boolean namesASubject(Class<?> event) {
        try {
            return event.getMethod("subject").getDeclaringClass() != Event.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the subject's name in an event of the type: an ending names its stream and nothing else. */
    private static String filled(Class<? extends Event.FinalEvent> type) {
        try {
            Class<?> id = type.getRecordComponents()[0].getType();
            Class<?>[] parts = List.of(id.getRecordComponents()).stream()
                    .map(part -> part.getType())
                    .toArray(Class<?>[]::new);
            Object[] values = List.of(parts).stream()
                    .map(part -> part == long.class ? (Object) 7L : "a")
                    .toArray();
            Object stream = id.getDeclaredConstructor(parts).newInstance(values);
            Event.FinalEvent event = type.getDeclaredConstructor(id).newInstance(stream);
            return Objects.requireNonNull((StreamId) event.subject()).toString();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}

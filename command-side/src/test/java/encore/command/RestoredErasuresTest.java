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
import encore.kernel.portals.PortalCommand.DeletePortal;
import encore.kernel.portals.PortalId;
import encore.kernel.props.PropCommand.RemoveProp;
import encore.kernel.props.PropId;
import encore.kernel.purchases.PurchaseCommand.EraseBuyer;
import encore.kernel.purchases.PurchaseEvent.BuyerFound;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.subscriptions.SubscriptionCommand.EndSubscription;
import encore.kernel.subscriptions.SubscriptionId;
import encore.kernel.webhooks.WebhookCommand.DeleteWebhook;
import encore.kernel.webhooks.WebhookId;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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
        assertThat(RestoredErasures.commandThatEnds("prop.7.a", table)).isEqualTo(new RemoveProp(new PropId(7, "a")));
        assertThat(RestoredErasures.commandThatEnds("subscription.7.a", table))
                .isEqualTo(new EndSubscription(new SubscriptionId(7, "a")));
        assertThat(RestoredErasures.commandThatEnds("portal.7.a", table))
                .isEqualTo(new DeletePortal(new PortalId(7, "a")));
        assertThat(RestoredErasures.commandThatEnds("webhook.7.a", table))
                .isEqualTo(new DeleteWebhook(new WebhookId(7, "a")));
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

    /** Returns the subject's name in an event of the type whose numbers, texts and flags are made up. */
    private static String filled(Class<? extends Event.FinalEvent> type) {
        Event.FinalEvent event = (Event.FinalEvent) madeUp(type);
        return Objects.requireNonNull((StreamId) event.subject()).toString();
    }

    private static Object madeUp(Class<?> type) {
        if (type == long.class) {
            return 7L;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == String.class) {
            return "a";
        }
        try {
            Class<?>[] types = Stream.of(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            Object[] values = Stream.of(types).map(RestoredErasuresTest::madeUp).toArray();
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}

package encore.query.contacts;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.contacts.ContactEvent.CodeDeliveryEnded;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.contacts.messages.MessagesQuery.CountSms;
import encore.kernel.contacts.messages.MessagesQuery.SmsDay;
import encore.query.documents.DailyCounts;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Counts codes by SMS, and the outcomes of their delivery, by UTC day. */
@Component
class SmsCountsProjection implements Projection {

    private static final String REQUESTED = "requested";
    private static final String SENT = "sent";
    private static final String FAILED = "failed";

    private static final DailyCounts COUNTS = DailyCounts.of("sms_counts");

    /** The requests by SMS whose delivery has not ended: the end does not say by which channel the code went. */
    private static final Collection<OpenRequest> OPEN = Collection.of("open_sms", OpenRequest.class);

    record OpenRequest(String requestUid) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "sms_counts",
                Stream.concat(Stream.of(OPEN), COUNTS.collections().stream()).toList());
    }

    @WithoutPersonalData
    @EventHandler
    void on(CodeRequested event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.kind() == ContactKind.PHONE
                && COUNTS.count(event.contact().account(), REQUESTED, recordedEvent, documents)) {
            documents.put(OPEN, event.requestUid(), new OpenRequest(event.requestUid()));
        }
    }

    @EventHandler
    void on(CodeDeliveryEnded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (documents.get(OPEN, event.requestUid()) != null) {
            documents.remove(OPEN, event.requestUid());
            COUNTS.count(event.contact().account(), wordOf(event.outcome()), recordedEvent, documents);
        }
    }

    private static String wordOf(DeliveryOutcome outcome) {
        return switch (outcome) {
            case SENT, SHOWN -> SENT;
            case REJECTED, EXPIRED, NO_CHANNEL -> FAILED;
        };
    }

    @QueryHandler
    List<SmsDay> find(CountSms query, Documents documents) {
        Map<Long, SmsDay> days = new TreeMap<>();
        COUNTS.all(query.account(), query.days(), documents)
                .forEach(stored -> days.merge(stored.day(), dayOf(stored), SmsCountsProjection::add));
        return List.copyOf(days.values());
    }

    private static SmsDay dayOf(DailyCounts.StoredCount stored) {
        return new SmsDay(
                LocalDate.ofEpochDay(stored.day()),
                stored.subject().equals(REQUESTED) ? stored.count() : 0,
                stored.subject().equals(SENT) ? stored.count() : 0,
                stored.subject().equals(FAILED) ? stored.count() : 0);
    }

    private static SmsDay add(SmsDay one, SmsDay other) {
        return new SmsDay(
                one.date(),
                one.requested() + other.requested(),
                one.sent() + other.sent(),
                one.failed() + other.failed());
    }
}

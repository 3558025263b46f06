package encore.kernel.requirements.rules;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.quests.QuestType;
import encore.kernel.registrations.RegistrationDetails;
import encore.kernel.registrations.RegistrationEvent;
import encore.kernel.requirements.rules.FactStore.KeyedFact;
import encore.kernel.requirements.rules.Facts.CodeHolder;
import encore.kernel.requirements.rules.Facts.Deed;
import encore.kernel.requirements.rules.Facts.FoundCode;
import encore.kernel.requirements.rules.Facts.HeldScan;
import encore.kernel.requirements.rules.RuleFold.Scope;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanDetails;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@link RuleFold} that folds scans, and the registrations, tickets and wristbands that hold their codes, into
 * deeds of fans.
 */
final class ScanFold {

    private final FactStore store;
    private final Scope scope;
    private final long position;
    private final Instant at;
    private final Map<String, FanOfRule> changed = new LinkedHashMap<>();

    /** A rule, and a fan who may meet it by a new deed. */
    record FanOfRule(Rule rule, FanId fan) {}

    ScanFold(FactStore store, Scope scope, long position, Instant at) {
        this.store = store;
        this.scope = scope;
        this.position = position;
        this.at = at;
    }

    /**
     * Folds an event; other events change nothing.
     *
     * @return the fans with a new deed, each once for a rule. Several scans may become deeds of one fan at once: the first
     *     of them counts
     */
    Collection<FanOfRule> fold(Event event) {
        switch (event) {
            case ScanRecorded recorded -> scanned(recorded);
            case CodeFound codeFound -> found(codeFound);
            case TicketsEvent ticket ->
                held(
                        ticket.ticket().toString(),
                        ticket.fan(),
                        ticket.ticketEvent().toString(),
                        null);
            case RegistrationEvent registration -> registered(registration);
            default -> {}
        }
        return changed.values();
    }

    private void put(Rule rule, long fanId, Object name, Deed deed) {
        store.put(Facts.deed(rule, fanId, name), deed);
        changed.put(Facts.ofRule(rule, fanId), new FanOfRule(rule, new FanId(rule.account(), fanId)));
    }

    private void scanned(ScanRecorded event) {
        ScanDetails scan = event.details();
        if (scan.fgtSiteName() == null || scan.scanGroupName() == null || scan.scanTimestamp() == null) {
            return;
        }
        long account = event.scan().account();
        FoundCode foundCode =
                StreamId.isOf(CodeId.class, event.holder()) ? store.get(FoundCode.class, event.holder()) : null;
        String holder = foundCode == null ? event.holder() : foundCode.holder();
        String ownEvent = scan.eventKey() == null
                ? null
                : TicketEventDetailsBuilder.builder()
                        .network(scan.network())
                        .eventKey(scan.eventKey())
                        .build()
                        .claimed();
        for (Rule rule : RuleIndex.find(store, RuleIndex.scan(account, scan.fgtSiteName(), scan.scanGroupName()))) {
            if (rule.requiredDeed().counts(scan)) {
                HeldScan held = new HeldScan(
                        rule.id(),
                        position,
                        scan.scanTimestamp(),
                        ownEvent,
                        foundCode == null ? 0 : foundCode.position());
                store.put(heldKey(holder, held), held);
                place(rule, held, holder);
            }
        }
    }

    private static String heldKey(String holder, HeldScan held) {
        return holder + "/" + held.rule() + "/" + held.position();
    }

    /** Makes a scan the deed of the fan who holds its code, if it is of the performance. */
    private void place(Rule rule, HeldScan held, String holder) {
        CodeHolder of = StreamId.isOf(IdentifiersId.class, holder)
                ? new CodeHolder(
                        StreamId.parse(IdentifiersId.class, holder).fan().number(), held.ownEvent(), null, 0)
                : store.get(CodeHolder.class, holder);
        Long linked = of == null ? null : rule.requiredDeed().linkedSince(of.event());
        if (of == null || linked == null) {
            return;
        }
        List<Long> causes = Fulfilment.causesOf(held.position(), held.found(), of.position(), linked);
        put(rule, of.fanId(), held.position(), new Deed(causes.getLast(), held.position(), held.at(), causes));
    }

    private void found(CodeFound event) {
        String code = event.code().toString();
        store.put(code, new FoundCode(event.holder(), position));
        for (KeyedFact<HeldScan> each : store.all(HeldScan.class, code + "/")) {
            Rule rule = scope.current(store, each, each.document().rule());
            if (rule != null) {
                HeldScan before = each.document();
                HeldScan now = new HeldScan(before.rule(), before.position(), before.at(), before.ownEvent(), position);
                store.remove(HeldScan.class, each.key());
                store.put(heldKey(event.holder(), now), now);
                place(rule, now, event.holder());
            }
        }
    }

    private void registered(RegistrationEvent event) {
        RegistrationDetails details = event.details();
        String identity = details.eventKey() == null && details.eventName() == null
                ? null
                : TicketEventDetails.claimed(
                        details.network(),
                        details.eventKey(),
                        details.eventName(),
                        details.eventDate() == null ? null : details.eventDate().toString(),
                        details.venueName());
        Instant made = details.registrationTimestamp() == null ? at : details.registrationTimestamp();
        held(event.registration().toString(), event.fan(), identity, details.lookupId() == null ? null : made);
    }

    private void held(String stream, FanId fan, @Nullable String event, @Nullable Instant lookupAt) {
        CodeHolder before = store.get(CodeHolder.class, stream);
        CodeHolder now = new CodeHolder(fan.number(), event, lookupAt, position);
        if (now.isAs(before)
                || before == null
                        && (event == null || !scope.keeps(store, RuleIndex.ticketEvent(fan.account(), event)))) {
            return;
        }
        store.put(stream, now);
        for (KeyedFact<HeldScan> each : store.all(HeldScan.class, stream + "/")) {
            Rule rule = scope.current(store, each, each.document().rule());
            if (rule != null) {
                if (before != null) {
                    store.remove(
                            Deed.class,
                            Facts.deed(rule, before.fanId(), each.document().position()));
                }
                place(rule, each.document(), stream);
            }
        }
        if (before != null && before.lookupAt() != null) {
            ofWristband(fan.account(), before)
                    .forEach(rule -> store.remove(Deed.class, Facts.deed(rule, before.fanId(), stream)));
        }
        if (lookupAt != null) {
            for (Rule rule : ofWristband(fan.account(), now)) {
                if (rule.requiredDeed().isWithinDates(lookupAt)) {
                    long linked = Objects.requireNonNull(rule.requiredDeed().linkedSince(event));
                    List<Long> causes = Fulfilment.causesOf(position, linked);
                    put(rule, fan.number(), stream, new Deed(causes.getLast(), position, lookupAt, causes));
                }
            }
        }
    }

    private List<Rule> ofWristband(long account, CodeHolder holder) {
        return holder.event() == null
                ? List.of()
                : RuleIndex.find(store, RuleIndex.ticketEvent(account, holder.event())).stream()
                        .filter(rule -> rule.requiredDeed().type() == QuestType.WRISTBAND)
                        .toList();
    }
}

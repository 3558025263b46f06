package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.CommandResult;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanCommand.RecordScan;
import encore.kernel.scans.ScanDetails;
import encore.kernel.scans.ScanDetailsBuilder;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.scans.ScanId;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.SavedTickets;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketBuyerBuilder;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketsCommand.SaveTickets;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tickets in a log: many steps at the same time, each once, and all that is personal under one fan's key. */
class TicketsOnDiskTest {

    @TempDir
    private Path directory;

    private CommandSideOnDisk side;
    private int minted;

    @BeforeEach
    void open() {
        side = new CommandSideOnDisk(directory);
    }

    @AfterEach
    void close() {
        side.close();
    }

    @Test
    void a_request_that_comes_again_is_answered_alike_and_so_is_what_was_cut_off() {
        // As if the first had been cut off after one row: its steps have the same ids.
        var cutOff = sales("k1");
        side.send("r", "f", new SaveTickets(cutOff.getFirst().ticket(), cutOff));
        var whole = sales("k1", "k2", "k1");
        CommandResult first =
                side.send("r", "f", new SaveTickets(whole.getFirst().ticket(), whole));
        long head = side.log.head();
        CommandResult again =
                side.send("r", "f", new SaveTickets(whole.getFirst().ticket(), whole));
        assertThat(again.answer()).isEqualTo(first.answer());
        assertThat(side.log.head()).isEqualTo(head);
        List<SavedTicket> saved = ((SavedTickets) first.answer()).tickets();
        assertThat(saved).extracting(SavedTicket::status).containsExactly("success", "success", "duplicate");
        assertThat(saved.get(2).ticketId()).isEqualTo(saved.get(0).ticketId());
        assertThat(recorded()).hasSize(2);
    }

    @Test
    void tickets_sent_64_times_at_once_are_recorded_once() {
        List<CompletableFuture<CommandResult>> running = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            var both = sales("k1", "k2");
            running.add(side.start(null, null, new SaveTickets(both.getFirst().ticket(), both)));
        }
        assertThat(running.stream().map(one -> ids(one.join())).distinct()).hasSize(1);
        assertThat(recorded()).hasSize(2);
    }

    @Test
    void an_erased_fan_is_in_no_ticket_any_more_and_a_repeat_brings_nobody_back() {
        var sold = sales("k1");
        SavedTickets saved = side.send(new SaveTickets(sold.getFirst().ticket(), sold));
        SavedTicket one = saved.tickets().getFirst();
        assertThat(recorded().getFirst().state().buyer().email()).isEqualTo("k1@fans.example");
        side.send(new EraseFan(new FanId(7, one.fanId())));
        long head = side.log.head();
        side.reopen();
        var again = sales("k1");
        SavedTickets repeated = side.send(new SaveTickets(again.getFirst().ticket(), again));
        assertThat(repeated.tickets())
                .containsExactly(new SavedTicket(one.ticketId(), "k1", one.fanId(), SavedTicket.DUPLICATE));
        assertThat(side.log.head()).isEqualTo(head);
        assertThat(recorded().getFirst().state().buyer()).isEqualTo(TicketBuyer.EMPTY);
    }

    @Test
    void scans_and_their_tickets_at_the_same_moment_are_linked_once_and_the_answer_is_the_tickets_own_position() {
        List<CompletableFuture<CommandResult>> scanned = new ArrayList<>();
        List<CompletableFuture<CommandResult>> sold = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            var scan = new RecordScan(new ScanId(7, "s" + i), new CodeId(7, "c" + i), scanOf("k" + i));
            var sale = sales("k" + i);
            if (i % 2 == 0) {
                scanned.add(side.start(null, null, scan));
            }
            sold.add(side.start(null, null, new SaveTickets(sale.getFirst().ticket(), sale)));
            if (i % 2 == 1) {
                scanned.add(side.start(null, null, scan));
            }
        }
        scanned.forEach(CompletableFuture::join);
        List<Long> answered =
                sold.stream().flatMap(one -> ids(one.join()).stream()).toList();
        Map<Long, String> tickets = new HashMap<>();
        Map<String, String> found = new HashMap<>();
        List<String> holders = new ArrayList<>();
        side.events().forEach(one -> {
            switch (one.event()) {
                case TicketRecorded event ->
                    tickets.put(one.position(), event.ticket().toString());
                case CodeFound event -> found.put(event.code().toString(), event.holder());
                case ScanRecorded event -> holders.add(event.holder());
                default -> {}
            }
        });
        assertThat(tickets.keySet()).containsExactlyInAnyOrderElementsOf(answered);
        assertThat(holders.stream().map(holder -> found.getOrDefault(holder, holder)))
                .containsExactlyInAnyOrderElementsOf(tickets.values());
    }

    private static ScanDetails scanOf(String ticketKey) {
        return ScanDetailsBuilder.builder()
                .ticketKey(ticketKey)
                .isSuccess(true)
                .accessMode("IN")
                .scanGroupName("Gate")
                .build();
    }

    private static List<Long> ids(CommandResult result) {
        return ((SavedTickets) result.answer())
                .tickets().stream().map(SavedTicket::ticketId).toList();
    }

    private List<TicketRecorded> recorded() {
        return side.events().stream()
                .map(one -> one.event())
                .filter(TicketRecorded.class::isInstance)
                .map(TicketRecorded.class::cast)
                .toList();
    }

    /** Each with an email of its key. */
    private List<TicketSale> sales(String... keys) {
        return Arrays.stream(keys).map(this::sale).toList();
    }

    private TicketSale sale(String key) {
        int number = minted++;
        String email = key + "@fans.example";
        return new TicketSale(
                new TicketId(7, "t" + number),
                new FanId(7, 100 + number),
                new TicketEventId(7, "e" + number),
                TicketDetailsBuilder.builder()
                        .ticketKey(key)
                        .eventKey("gala")
                        .eventName("Gala")
                        .numSeats(2L)
                        .build(),
                TicketBuyerBuilder.builder().email(email).build(),
                Profile.reachableBy(email, null),
                Consent.EMPTY);
    }
}

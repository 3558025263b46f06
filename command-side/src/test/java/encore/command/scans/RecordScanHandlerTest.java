package encore.command.scans;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AggregateUnderTest.WrittenFacts;
import encore.command.CodeClaims;
import encore.command.RecordOwner;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.scans.CodeEvent.CodeOpened;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.RecordedScan;
import encore.kernel.scans.ScanCode;
import encore.kernel.scans.ScanCommand.RecordScan;
import encore.kernel.scans.ScanDetails;
import encore.kernel.scans.ScanDetailsBuilder;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.scans.ScanId;
import encore.kernel.tickets.TicketId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordScanHandlerTest {

    private static final ScanCode KEY = new ScanCode(ScanCode.Kind.REGISTRATION_KEY, "door", "k1");
    private static final ScanCode TICKET_KEY = new ScanCode(ScanCode.Kind.TICKET_KEY, "door", "t1");
    private static final ScanCode BARCODE = new ScanCode(ScanCode.Kind.BARCODE, "door", "b1");
    private static final RegistrationId GALA = new RegistrationId(7, "r1");
    private static final RegistrationId OTHER = new RegistrationId(7, "r2");

    private static final FanId ANN = new FanId(7, 42);

    private final HeldClaims claims = new HeldClaims();
    private final OpenStreams streams = new OpenStreams();
    private final WrittenFacts facts = new WrittenFacts();

    @Test
    void a_scan_is_of_whoever_holds_the_code_the_first_before_the_others() {
        claims.held(CodeClaims.claim(7, BARCODE), OTHER);
        assertThat(scan("s1", null, "k1", "b1")).isEqualTo(new RecordedScan(null, null, false));
        assertThat(holder("s1")).isEqualTo("registration.7.r2");
        claims.held(CodeClaims.claim(7, KEY), GALA);
        scan("s2", null, "k1", "b1");
        assertThat(holder("s2")).isEqualTo("registration.7.r1");
        assertThat(facts.written).hasSize(2);
    }

    @Test
    void a_registration_comes_before_a_ticket_and_both_before_codes_that_nobody_said() {
        claims.held(CodeClaims.claim(7, KEY), new CodeId(7, "c"))
                .held(CodeClaims.claim(7, TICKET_KEY), new TicketId(7, "t"))
                .held(CodeClaims.claim(7, BARCODE), GALA);
        scan("s1", null, "k1", "t1", "b1");
        assertThat(holder("s1")).isEqualTo("registration.7.r1");
        claims.held(CodeClaims.claim(7, BARCODE), new CodeId(7, "c"));
        scan("s2", null, "k1", "t1", "b1");
        assertThat(holder("s2")).isEqualTo("ticket.7.t");
    }

    @Test
    void codes_that_nobody_holds_are_held_by_one_stream_for_all_later_scans() {
        scan("s1", null, "k1", "b1");
        assertThat(facts.written.get("code.7.of-s1"))
                .isEqualTo(new CodeOpened(
                        new CodeId(7, "of-s1"), List.of(KEY, BARCODE, ScanCode.ofWristband("b1")), null));
        scan("s2", null, null, "b1");
        assertThat(holder("s2")).isEqualTo("code.7.of-s1");
        assertThat(facts.written).containsOnlyKeys("code.7.of-s1", "scan.7.s1", "scan.7.s2");
    }

    @Test
    void a_source_key_is_honoured_once_in_its_network() {
        scan("s1", "x", "k1", null);
        assertThat(claims.held).containsEntry(RecordOwner.keyClaim("scan_source", 7, "door", "x"), "scan.7.s1");
        assertThat(scan("s2", "x", "k2", null).isDuplicate()).isTrue();
        assertThat(facts.written).containsOnlyKeys("code.7.of-s1", "scan.7.s1");
    }

    @Test
    void a_line_end_that_a_scanner_appends_is_no_part_of_a_code() {
        claims.held(CodeClaims.claim(7, BARCODE), GALA);
        scan("s1", "x\r\n", null, "b1\t\r\n");
        assertThat(holder("s1")).isEqualTo("registration.7.r1");
        ScanDetails recorded = ((ScanRecorded) facts.written.get("scan.7.s1")).details();
        assertThat(recorded.barcode()).isEqualTo("b1");
        assertThat(recorded.sourceKey()).isEqualTo("x");
        assertThat(scan("s2", "x", null, "b1").isDuplicate()).isTrue();
    }

    @Test
    void codes_and_source_keys_that_were_stored_with_a_line_end_are_found_by_that_spelling() {
        claims.held(RecordOwner.keyClaim("scan_source", 7, "door", "x\n"), new ScanId(7, "earlier"))
                .held(CodeClaims.claim(7, new ScanCode(ScanCode.Kind.BARCODE, "door", "b1\n")), GALA)
                .held(
                        new Claim(IdentifierName.SPACE, 7, IdentifierName.claimed(IdentifierName.WRISTBAND, "w1 ")),
                        new IdentifiersId(ANN));
        streams.open(ANN);
        assertThat(scan("s1", "x\n", null, "b1\n").isDuplicate()).isTrue();
        scan("s2", null, null, "b1\n");
        assertThat(holder("s2")).isEqualTo("registration.7.r1");
        scan("s3", null, null, "w1 ");
        assertThat(holder("s3")).isEqualTo(new IdentifiersId(ANN).toString());
    }

    private RecordedScan scan(
            String uid, @Nullable String source, @Nullable String registrationKey, @Nullable String barcode) {
        return scan(uid, source, registrationKey, null, barcode);
    }

    private RecordedScan scan(
            String uid,
            @Nullable String source,
            @Nullable String registrationKey,
            @Nullable String ticketKey,
            @Nullable String barcode) {
        var details = ScanDetailsBuilder.builder()
                .network("door")
                .sourceKey(source)
                .registrationKey(registrationKey)
                .ticketKey(ticketKey)
                .barcode(barcode)
                .build();
        return new RecordScanHandler()
                .decide(
                        new RecordScan(new ScanId(7, uid), new CodeId(7, "of-" + uid), details),
                        claims,
                        streams,
                        facts);
    }

    private String holder(String uid) {
        return ((ScanRecorded) facts.written.get("scan.7." + uid)).holder();
    }
}

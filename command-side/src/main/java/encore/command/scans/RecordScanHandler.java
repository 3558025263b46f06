package encore.command.scans;

import encore.command.CodeClaims;
import encore.command.IndependentBatches;
import encore.command.RecordOwner;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.scans.RecordedScan;
import encore.kernel.scans.RecordedScans;
import encore.kernel.scans.ScanCommand.RecordScan;
import encore.kernel.scans.ScanCommand.RecordScans;
import encore.kernel.scans.ScanDetails;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.scans.ScanId;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Records scans under the holder of the code. A code without a holder is held by a stream of its own until a
 * registration, a ticket or a fan takes it (ADR 59, ADR 110).
 */
@Component
class RecordScanHandler {

    /**
     * Records each scan in its own commit, so that a race for one code decides one scan again and not all of them. Scans
     * with the same source_key or code are recorded one after the other.
     */
    @CommandHandler
    RecordedScans decide(RecordScans command, Dispatch dispatch) {
        return new RecordedScans(
                IndependentBatches.process(command.scans(), RecordScanHandler::claims, dispatch::sendAll));
    }

    private static List<Claim> claims(RecordScan command) {
        long account = command.scan().account();
        return Stream.of(command.details(), command.details().respelled())
                .flatMap(details -> claims(account, details))
                .distinct()
                .toList();
    }

    private static Stream<Claim> claims(long account, ScanDetails details) {
        Stream<Claim> source = details.sourceKey() == null ? Stream.of() : Stream.of(sourceClaim(account, details));
        Stream<Claim> codes = Stream.concat(details.codes().stream(), details.wristbands().stream())
                .map(code -> CodeClaims.claim(account, code));
        return Stream.concat(source, codes);
    }

    private static Claim sourceClaim(long account, ScanDetails details) {
        return RecordOwner.keyClaim("scan_source", account, details.network(), details.sourceKey());
    }

    @CommandHandler
    RecordedScan decide(RecordScan command, Claims claims, Streams streams, Facts facts) {
        ScanDetails sent = command.details();
        ScanDetails details = sent.respelled();
        if (details.sourceKey() != null) {
            Claim source = sourceClaim(command.scan().account(), details);
            String known = RecordOwner.ownerOfEither(sourceClaim(command.scan().account(), sent), source, claims);
            if (known != null) {
                return new RecordedScan(
                        streams.firstPosition(StreamId.parse(ScanId.class, known)), sent.sourceKey(), true);
            }
            claims.take(source, command.scan());
        }
        String holder = ScannedCodes.of(command, claims).holder(claims, streams, facts);
        facts.record(command.scan(), new ScanRecorded(command.scan(), holder, details));
        return new RecordedScan(null, sent.sourceKey(), false);
    }
}

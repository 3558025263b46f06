package encore.command.scans;

import encore.command.CodeClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeEvent.CodeOpened;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanCode;
import encore.kernel.scans.ScanCommand.RecordScan;
import encore.kernel.scans.ScanDetails;
import encore.kernel.tickets.TicketId;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The codes of one scan with their owners: those of its own network, which registrations and tickets hold, and the
 * wristbands that its lookup_id and its barcode may be, which fans hold on any network.
 *
 * @param fresh the id of the stream that will hold codes without a holder
 * @param own the codes as we spell them; the holders of codes and wristbands are also looked up as they were sent
 */
record ScannedCodes(
        CodeId fresh, List<ScanCode> own, List<ScanCode> wristbands, ScanDetails sent, Map<Claim, String> owners) {

    static ScannedCodes of(RecordScan command, Claims claims) {
        CodeId fresh = command.code();
        ScanDetails sent = command.details();
        ScanDetails respelled = sent.respelled();
        Set<Claim> asked = new LinkedHashSet<>();
        for (ScanDetails details : List.of(respelled, sent)) {
            details.codes().forEach(code -> asked.add(CodeClaims.claim(fresh.account(), code)));
            details.wristbands().forEach(code -> {
                asked.add(CodeClaims.claim(fresh.account(), code));
                asked.add(identifier(fresh.account(), code));
            });
        }
        return new ScannedCodes(fresh, respelled.codes(), respelled.wristbands(), sent, claims.ownersOf(asked));
    }

    /** Returns the claim of the fan that has a wristband. */
    private static Claim identifier(long account, ScanCode wristband) {
        return new Claim(IdentifierName.SPACE, account, IdentifierName.claimed(wristband.network(), wristband.key()));
    }

    /**
     * Returns the holder: a registration, else a ticket, else the fan with the wristband, else a stream of codes without
     * holder. Of several of one kind the holder of the first code wins.
     */
    String holder(Claims claims, Streams streams, Facts facts) {
        return Stream.concat(own.stream(), sent.codes().stream())
                .map(this::owner)
                .filter(Objects::nonNull)
                .filter(owner -> !StreamId.isOf(CodeId.class, owner))
                .min(Comparator.comparing(text -> StreamId.isOf(TicketId.class, text)))
                .or(() -> Stream.concat(wristbands.stream(), sent.wristbands().stream())
                        .map(wristband -> owners.get(identifier(fresh.account(), wristband)))
                        .filter(Objects::nonNull)
                        .filter(owner -> streams.isOpen(
                                StreamId.parse(IdentifiersId.class, owner).fan()))
                        .findFirst())
                .orElseGet(() -> streamOfCodes(claims, streams, facts).toString());
    }

    private @Nullable String owner(ScanCode code) {
        return owners.get(CodeClaims.claim(fresh.account(), code));
    }

    private CodeId streamOfCodes(Claims claims, Streams streams, Facts facts) {
        CodeId known = own.stream()
                .map(this::owner)
                .filter(Objects::nonNull)
                .map(text -> StreamId.parse(CodeId.class, text))
                .filter(code -> !wasOfAWristband(code, streams, facts))
                .findFirst()
                .orElse(null);
        if (known == null) {
            List<ScanCode> first = wristbands.stream().limit(1).toList();
            open(fresh, Stream.concat(own.stream(), first.stream()).toList(), earlier(first), claims, facts);
            for (ScanCode second : wristbands.stream().skip(1).toList()) {
                open(other(), List.of(second), with(fresh, earlier(List.of(second))), claims, facts);
            }
            return fresh;
        }
        if (streams.isOpen(known)) {
            openMissing(known, claims, streams, facts);
        }
        return known;
    }

    /** Opens streams of wristbands that lead to a stream of codes, for those that do not yet. */
    private void openMissing(CodeId known, Claims claims, Streams streams, Facts facts) {
        CodeId next = fresh;
        for (ScanCode wristband : wristbands) {
            if (!leadsTo(known, wristband, streams)) {
                open(next, List.of(wristband), with(known, earlier(List.of(wristband))), claims, facts);
                next = other();
            }
        }
    }

    /** Returns the id of a second stream: each holds one wristband at most, so that the log shows which of them is taken. */
    private CodeId other() {
        return new CodeId(fresh.account(), fresh.uid() + "-2");
    }

    private static List<CodeId> with(CodeId first, List<CodeId> others) {
        return Stream.concat(Stream.of(first), others.stream()).distinct().toList();
    }

    /**
     * Returns whether the scans of a stream went to a fan with a wristband. The fan does not have it any more, or it would
     * be found first.
     */
    private static boolean wasOfAWristband(CodeId code, Streams streams, Facts facts) {
        if (streams.isOpen(code)) {
            return false;
        }
        CodeFound found = facts.eventAt(streams.position(code, 1), CodeFound.class);
        return found != null && StreamId.isOf(IdentifiersId.class, found.holder());
    }

    /** Returns whether a fan who links the wristband finds this stream of codes. */
    private boolean leadsTo(CodeId code, ScanCode wristband, Streams streams) {
        String owner = owner(wristband);
        return owner != null
                && StreamId.isOf(CodeId.class, owner)
                && CodeClaims.sameWristbands(StreamId.parse(CodeId.class, owner), streams)
                        .contains(code);
    }

    /** Returns the streams of scanned codes that hold some codes now. */
    private List<CodeId> earlier(List<ScanCode> codes) {
        Set<CodeId> earlier = new LinkedHashSet<>();
        for (ScanCode code : codes) {
            String owner = owner(code);
            if (owner != null && StreamId.isOf(CodeId.class, owner)) {
                earlier.add(StreamId.parse(CodeId.class, owner));
            }
        }
        return List.copyOf(earlier);
    }

    private void open(CodeId stream, List<ScanCode> codes, List<CodeId> earlier, Claims claims, Facts facts) {
        for (ScanCode code : codes) {
            String owner = owner(code);
            if (owner != null) {
                CodeClaims.release(stream.account(), code, owner, claims);
            }
            claims.take(CodeClaims.claim(stream.account(), code), stream);
        }
        facts.record(stream, new CodeOpened(stream, codes, earlier.isEmpty() ? null : earlier));
    }
}

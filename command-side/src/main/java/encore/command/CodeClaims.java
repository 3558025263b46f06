package encore.command;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeEvent.CodeOpened;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Claims on codes that are scanned at doors. The last registration or ticket that names a code holds it; a wristband is
 * held by the fan who has it as an identifier. Scans and holders compete for the same claims, so that each finds the other
 * in either order (ADR 59, ADR 110).
 */
public final class CodeClaims {

    private CodeClaims() {}

    /**
     * Takes the claims on a registration's or ticket's new codes, and releases those on codes that it no longer has. If
     * a code was scanned before anybody held it, its holder is recorded in the same commit.
     *
     * @param before the codes until now. Another holder may have taken one since: that holder keeps it
     */
    public static void update(
            StreamId holder, List<ScanCode> before, List<ScanCode> now, Claims claims, Streams streams, Facts facts) {
        Set<String> foundCodes = new HashSet<>();
        for (ScanCode scanCode : now) {
            Claim claim = claim(holder.account(), scanCode);
            String owner = before.contains(scanCode) ? holder.toString() : claims.ownerOf(claim);
            if (!holder.toString().equals(owner)) {
                if (owner != null) {
                    claims.release(claim, new ClaimOwner(holder.account(), owner));
                    CodeId code = StreamId.isOf(CodeId.class, owner) ? StreamId.parse(CodeId.class, owner) : null;
                    if (code != null && streams.isOpen(code) && foundCodes.add(owner)) {
                        facts.end(code, new CodeFound(code, holder.toString()));
                    }
                }
                claims.take(claim, holder);
            }
        }
        for (ScanCode scanCode : before) {
            Claim claim = claim(holder.account(), scanCode);
            if (!now.contains(scanCode) && holder.toString().equals(claims.ownerOf(claim))) {
                claims.release(claim, holder);
            }
        }
    }

    /**
     * Takes the claim on a wristband for a fan. If it was scanned before, all its scans without a holder become the fan's in
     * the same commit, whatever their networks.
     *
     * @return the stream that held the code until now; the fan's own if nothing did
     */
    public static String link(IdentifiersId holder, ScanCode wristband, Claims claims, Streams streams, Facts facts) {
        Claim claim = claim(holder.account(), wristband);
        String owner = claims.ownerOf(claim);
        if (owner != null) {
            release(holder.account(), wristband, owner, claims);
            if (StreamId.isOf(CodeId.class, owner)) {
                for (CodeId code : sameWristbands(StreamId.parse(CodeId.class, owner), streams)) {
                    if (streams.isOpen(code)) {
                        facts.end(code, new CodeFound(code, holder.toString()));
                    }
                }
            }
        }
        claims.take(claim, holder);
        return owner == null ? holder.toString() : owner;
    }

    /**
     * Returns a stream of scanned codes and all streams that it leads to. A fan who links a wristband of the stream gets the
     * scans of all of them.
     */
    public static Set<CodeId> sameWristbands(CodeId code, Streams streams) {
        Set<CodeId> found = new LinkedHashSet<>();
        Deque<CodeId> next = new ArrayDeque<>(List.of(code));
        while (!next.isEmpty()) {
            CodeId one = next.remove();
            CodeOpened opened = found.add(one) ? streams.firstEvent(one, CodeOpened.class) : null;
            if (opened != null) {
                next.addAll(opened.sameWristbands());
            }
        }
        return found;
    }

    /** Releases the claim on a code that another stream holds. */
    public static void release(long account, ScanCode scanCode, String owner, Claims claims) {
        claims.release(claim(account, scanCode), new ClaimOwner(account, owner));
    }

    /** Returns the claim on a code. */
    public static Claim claim(long account, ScanCode scanCode) {
        return new Claim(ScanCode.SPACE, account, scanCode.claimed());
    }

    /** A holder of a code, of any kind. */
    private record ClaimOwner(long account, String name) implements StreamId {
        @Override
        public String toString() {
            return name;
        }
    }
}

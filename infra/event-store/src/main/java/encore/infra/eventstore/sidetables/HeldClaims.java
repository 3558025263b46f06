package encore.infra.eventstore.sidetables;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.codec.PersonalValueReader;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.sidetables.ClaimsTable.Action;
import encore.infra.eventstore.sidetables.ClaimsTable.ClaimRule;
import encore.infra.eventstore.sidetables.ClaimsTable.SubjectRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The claims that each stream holds by its events, folded by the rows of claims.tsv. Without keys it knows how many
 * claims a stream holds; with keys it knows which.
 */
final class HeldClaims {

    private static final byte[] UNKNOWN = {};
    private static final String UNREADABLE = "\0";
    private static final int PAGE = 1_000;

    private final ClaimsTable table;
    private final Map<String, Holder> holders = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<String> freed = new HashSet<>();
    private final Set<String> entered = new HashSet<>();
    private final HeldCodes codes =
            new HeldCodes(stream -> holders.computeIfAbsent(stream, any -> new Holder()).claims);
    private final @Nullable PersonalValueReader reader;
    private final @Nullable Hmacs hmacs;
    private final @Nullable KeyStore keys;

    /** @param keys null when there are none at hand */
    HeldClaims(ClaimsTable table, @Nullable KeyStore keys) {
        this.table = table;
        this.keys = keys;
        reader = keys == null ? null : new PersonalValueReader(keys);
        hmacs = keys == null ? null : new Hmacs(keys);
    }

    /** The claims of one stream by slot. A claim that cannot be computed is {@link #UNKNOWN}. */
    private static final class Holder {
        private final Map<String, byte[]> claims = new HashMap<>(2);
        private long position;

        /** Finds a stored claim among those of this stream, and removes it there: each accounts for one row. */
        private boolean accountsFor(byte[] claim) {
            for (byte[] known : List.of(claim, UNKNOWN)) {
                for (Iterator<byte[]> each = claims.values().iterator(); each.hasNext(); ) {
                    if (Arrays.equals(each.next(), known)) {
                        each.remove();
                        return true;
                    }
                }
            }
            return false;
        }
    }

    void fold(ParsedEvent event) {
        for (ClaimRule rule : table.claimsOf(event.type())) {
            if (rule.value() == null) {
                clear(event, rule);
            } else {
                switch (rule.value()) {
                    case CODES -> changeCodes(event, rule);
                    case FIRST_ENTRY -> putFirstEntry(event, rule);
                    case IDENTIFIER -> changeIdentifier(event, rule);
                    default -> changeSlot(event, rule);
                }
            }
        }
        SubjectRule ending = table.endedBy(event.type());
        if (ending != null) {
            ended.add(event.stream());
            freed.addAll(ending.streamsOf(event.stream()));
        }
    }

    private void changeSlot(ParsedEvent event, ClaimRule rule) {
        ClaimValue value = Objects.requireNonNull(rule.value());
        if (rule.slot().equals(ClaimRule.EACH)) {
            putEachText(event, rule, value);
        } else if (!value.isGiven(event, rule.paths())) {
            if (rule.action() == Action.REPLACE) {
                holder(event).claims.remove(rule.slot());
            }
        } else if (value == ClaimValue.TEXT && event.isEmpty(rule.paths().getFirst())) {
            holder(event).claims.remove(rule.slot());
        } else {
            holder(event).claims.put(rule.slot(), claim(event, rule, value.of(event, rule.paths(), reader)));
        }
    }

    /** A stream holds several texts. Nothing takes away one of them, so a slot needs no other name than its event. */
    private void putEachText(ParsedEvent event, ClaimRule rule, ClaimValue value) {
        if (value.isGiven(event, rule.paths()) && !event.isEmpty(rule.paths().getFirst())) {
            String slot = ClaimRule.EACH + event.position() + rule.paths().getFirst();
            holder(event).claims.put(slot, claim(event, rule, value.of(event, rule.paths(), reader)));
        }
    }

    /** A path of the row leads to a list of the slots that are cleared. */
    private void clear(ParsedEvent event, ClaimRule rule) {
        if (!rule.paths().isEmpty()) {
            for (JsonNode slot : event.payload().at(rule.paths().getFirst())) {
                holder(event).claims.remove(slot.asString(""));
            }
        } else if (rule.slot().equals(ClaimRule.ALL)) {
            holder(event).claims.clear();
        } else {
            holder(event).claims.remove(rule.slot());
        }
    }

    /** Only a fan's first activity in a campaign holds the claim. An activity outside of campaigns holds none. */
    private void putFirstEntry(ParsedEvent event, ClaimRule rule) {
        long campaign = event.payload().at(rule.paths().get(0)).asLong(0);
        String fan = event.payload().at(rule.paths().get(1)).asString("");
        String entry = campaign + "." + subject(subject(fan));
        if (campaign > 0 && entered.add(account(event) + "." + entry)) {
            holder(event).claims.put(rule.slot(), claim(event, rule, entry));
        }
    }

    /**
     * A stream holds several identifiers. An identifier that was removed and cannot be read may be any of its
     * network: the number of identifiers that are left is right all the same.
     */
    private void changeIdentifier(ParsedEvent event, ClaimRule rule) {
        boolean isConditional = rule.paths().size() > 2;
        JsonNode condition = isConditional ? event.payload().at(rule.paths().get(2)) : null;
        if (condition != null && (condition.isMissingNode() || condition.isNull())) {
            return;
        }
        String network = event.payload().at(rule.paths().get(0)).asString("");
        String name = event.value(rule.paths().get(1), reader);
        String value = name == null ? null : network.length() + ":" + network + name;
        // A conditional row is of codes: their slots must differ from those of the identifiers themselves.
        String prefix = isConditional ? HeldCodes.SLOT : "";
        String unreadable = prefix + network + UNREADABLE;
        Map<String, byte[]> claims = holder(event).claims;
        if (rule.action() == Action.PUT) {
            if (condition != null
                    && condition.isString()
                    && !condition.asString().equals(event.stream())) {
                takeCode(condition.asString(), network);
            }
            String slot = value == null ? unreadable + event.position() : prefix + value;
            claims.put(slot, claim(event, rule, value));
        } else if (value == null || claims.remove(prefix + value) == null) {
            claims.keySet().stream()
                    .filter(slot -> slot.startsWith(unreadable))
                    .findFirst()
                    .ifPresent(claims::remove);
        }
    }

    /** Takes an identifier that is a code from the stream that held it. A stream of scanned codes holds one such code. */
    private void takeCode(String stream, String network) {
        Holder other = holders.get(stream);
        if (other != null) {
            String code = HeldCodes.SLOT + network.length() + ":" + network;
            other.claims.keySet().removeIf(slot -> slot.startsWith(code));
        }
    }

    private void changeCodes(ParsedEvent event, ClaimRule rule) {
        holder(event);
        codes.replace(
                event.stream(),
                account(event),
                HeldCodes.of(event.payload(), rule.paths()),
                code -> claim(event, rule, code));
    }

    private Holder holder(ParsedEvent event) {
        Holder holder = holders.computeIfAbsent(event.stream(), stream -> new Holder());
        holder.position = event.position();
        return holder;
    }

    private byte[] claim(ParsedEvent event, ClaimRule rule, @Nullable String value) {
        if (hmacs == null || value == null) {
            return UNKNOWN;
        }
        long account = rule.ofInstallation() ? 0 : Long.parseLong(account(event));
        return hmacs.claim(new Claim(Objects.requireNonNull(rule.space()), account, value));
    }

    private static String account(ParsedEvent event) {
        return event.stream().split("\\.", 3)[1];
    }

    /** Returns a stream's name without its kind: {@code <account>.<number>}. */
    private static String subject(String stream) {
        return stream.substring(stream.indexOf('.') + 1);
    }

    /**
     * Returns whether a stream lies beside a subject that has ended, as the identifiers of an erased fan do. Another
     * subject may hold its claims by now.
     */
    private boolean belongsToAnEndedSubject(String stream) {
        return freed.contains(stream) && !ended.contains(stream);
    }

    /**
     * Removes the claims of subjects that were erased after the backup that this log comes from: the next start erases
     * them in the log, but can no longer read which claims they hold.
     */
    private void forgetErasedSubjects() {
        String after = "";
        for (List<KeyEnd> page = endedKeys(after); !page.isEmpty(); page = endedKeys(after)) {
            for (KeyEnd end : page) {
                SubjectRule rule = table.subjectRule(end.subject());
                if (rule != null) {
                    for (String stream : rule.streamsOf(end.subject())) {
                        Holder holder = holders.get(stream);
                        if (holder != null) {
                            holder.claims.clear();
                        }
                    }
                }
                after = end.subject();
            }
        }
    }

    private List<KeyEnd> endedKeys(String after) {
        return keys == null ? List.of() : keys.endedKeys(after, PAGE);
    }

    /**
     * Compares the claims that were folded with the rows that are stored. Call it once: it removes what it has found.
     */
    ClaimsReport against(SideTableRows rows) {
        forgetErasedSubjects();
        List<ClaimsReport.WrongClaim> unfounded = new ArrayList<>();
        for (Iterator<OwnedClaim> each = rows.claims(); each.hasNext(); ) {
            OwnedClaim kept = each.next();
            Holder holder = holders.get(kept.owner());
            if (holder == null || !holder.accountsFor(kept.claim())) {
                unfounded.add(
                        new ClaimsReport.WrongClaim(kept.owner(), holder == null ? 0 : holder.position, kept.claim()));
            }
        }
        List<ClaimsReport.WrongClaim> missing = new ArrayList<>();
        holders.forEach((owner, holder) -> {
            if (!belongsToAnEndedSubject(owner)) {
                holder.claims
                        .values()
                        .forEach(claim -> missing.add(new ClaimsReport.WrongClaim(owner, holder.position, claim)));
            }
        });
        Set<String> moved = rows.streamsChangedSince();
        unfounded.removeIf(wrongClaim -> moved.contains(wrongClaim.owner()));
        missing.removeIf(wrongClaim -> moved.contains(wrongClaim.owner()));
        return new ClaimsReport(missing, unfounded);
    }
}

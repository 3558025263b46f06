package encore.infra.eventstore.beside;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.codec.PersonalReader;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.NewCommit.Claimed;
import encore.kernel.NameKey;
import encore.kernel.filters.FilterNames;
import encore.kernel.scans.Code;
import encore.kernel.snapshots.SnapshotName;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketEventDetails;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Folds from the events which stream holds which claims: what docs/log-format.md lists. Without keys it is known how many
 * a stream holds; with them, which.
 */
final class HeldClaims {

    private static final byte[] UNKNOWN = {};
    private static final String UNREADABLE = "\0";

    private final Map<String, Holder> holders = new HashMap<>();
    private final Set<String> erased = new HashSet<>();
    private final Set<String> entered = new HashSet<>();
    private final HeldCodes codes =
            new HeldCodes(stream -> holders.computeIfAbsent(stream, any -> new Holder()).claims);
    private final @Nullable PersonalReader reader;
    private final @Nullable Hmacs hmacs;

    /** @param keys null when there are none at hand */
    HeldClaims(@Nullable KeyStore keys) {
        reader = keys == null ? null : new PersonalReader(keys);
        hmacs = keys == null ? null : new Hmacs(keys);
    }

    /** Holds what one stream holds: by what it is, its claim, or {@link #UNKNOWN}. */
    private static final class Holder {
        private final Map<String, byte[]> claims = new HashMap<>(2);
        private long position;

        /** A row of the claims that is this holder's is no longer looked for. */
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

    void fold(OpenedEvent event) {
        switch (event.type()) {
            case "fan_registered" -> contacts(event, "/profile/");
            case "fan_profile_changed" -> contacts(event, "/changes/");
            case "fan_erased" -> {
                erased.add(subject(event.stream()));
                holder(event).claims.clear();
            }
            case "identifier_added" -> identifierAdded(event);
            case "identifier_removed" -> identifierRemoved(event);
            case "identifiers_forgotten" -> holder(event).claims.clear();
            case "point_type_created" ->
                holder(event).claims.put("", claim(event, "point_name", event.value("/name", reader)));
            case "campaign_created" -> campaignName(event, "/details/name");
            case "campaign_changed" -> campaignName(event, "/changes/name");
            case "campaign_deleted" -> holder(event).claims.clear();
            case "pass_issued" -> holder(event).claims.put("", claim(event, "pass_code", event.value("/code", reader)));
            case "pass_revoked" -> holder(event).claims.clear();
            case "address_monitored" -> holder(event).claims.put("", claim(event, "address", monitored(event)));
            case "address_forgotten" -> holder(event).claims.clear();
            case "activity_recorded" -> firstEntry(event);
            case "purchase_recorded" ->
                holder(event).claims.put("", claim(event, "purchase_key", keyed(event, "/details/purchaseKey")));
            case "tag_made" ->
                holder(event).claims.put("", claim(event, "tag", compared(event.value("/name", reader))));
            case "idol_added", "idol_changed" -> idolCalled(event);
            case "idol_removed" -> holder(event).claims.clear();
            case "search_filter_added", "search_filter_changed" ->
                holder(event)
                        .claims
                        .put("", claim(event, FilterNames.SPACE, compared(event.value("/names/filterName", reader))));
            case "search_filter_removed" -> holder(event).claims.clear();
            case "snapshot_sealed", "snapshot_renamed" ->
                holder(event)
                        .claims
                        .put("", claim(event, SnapshotName.SPACE, compared(event.value("/snapshotName", reader))));
            case "snapshot_removed" -> holder(event).claims.clear();
            case "registration_recorded" -> {
                holder(event)
                        .claims
                        .put("", claim(event, "registration_key", keyed(event, "/details/registrationKey")));
                codes.said(event, HeldCodes.ofRegistration(event.payload().path("details")), this::codeClaim);
            }
            case "registration_changed" ->
                codes.said(event, HeldCodes.ofRegistration(event.payload().path("details")), this::codeClaim);
            case "code_opened" ->
                codes.said(event, HeldCodes.listed(event.payload().path("codes")), this::codeClaim);
            case "scan_recorded" -> {
                if (event.says("/details/sourceKey")) {
                    holder(event).claims.put("", claim(event, "scan_source", keyed(event, "/details/sourceKey")));
                }
            }
            case "ticket_event_made", "ticket_event_changed" ->
                holder(event).claims.put("", claim(event, TicketEventDetails.SPACE, ticketEvent(event)));
            case "ticket_event_removed" -> holder(event).claims.clear();
            case "ticket_recorded" -> {
                holder(event).claims.put("", claim(event, TicketDetails.SPACE, ticket(event)));
                codes.said(event, HeldCodes.ofTicket(event.payload().at("/state/details")), this::codeClaim);
            }
            case "ticket_changed", "ticket_completed" ->
                codes.said(event, HeldCodes.ofTicket(event.payload().at("/state/details")), this::codeClaim);
            default -> {
                // Nothing that is unique in the account.
            }
        }
    }

    private void contacts(OpenedEvent event, String path) {
        for (String kind : List.of("email", "phone")) {
            if (event.says(path + kind)) {
                Holder holder = holder(event);
                if (event.isEmpty(path + kind)) {
                    holder.claims.remove(kind);
                } else {
                    holder.claims.put(kind, claim(event, kind, event.value(path + kind, reader)));
                }
            }
        }
        for (JsonNode cleared : event.payload().path("cleared")) {
            holder(event).claims.remove(cleared.asString(""));
        }
    }

    private void campaignName(OpenedEvent event, String path) {
        if (event.says(path)) {
            holder(event).claims.put("", claim(event, "campaign_name", event.value(path, reader)));
        }
    }

    /** A fan's first activity in a campaign holds that; the later ones say nothing. */
    private void firstEntry(OpenedEvent event) {
        long pageTabId = event.payload().path("pageTabId").asLong(0);
        String entry =
                pageTabId + "." + subject(subject(event.payload().path("fan").asString("")));
        if (pageTabId > 0 && entered.add(subject(event.stream()).split("\\.", 2)[0] + "." + entry)) {
            holder(event).claims.put("", claim(event, "first_entry", entry));
        }
    }

    private void identifierAdded(OpenedEvent event) {
        String network = event.payload().path("network").asString("");
        String value = event.value("/value", reader);
        String slot =
                value == null ? network + UNREADABLE + event.position() : network.length() + ":" + network + value;
        holder(event).claims.put(slot, claim(event, "identifier", value == null ? null : slot));
    }

    /** One that cannot be read is any of its network: how many are left is right. */
    private void identifierRemoved(OpenedEvent event) {
        String network = event.payload().path("network").asString("");
        String value = event.value("/value", reader);
        Map<String, byte[]> claims = holder(event).claims;
        if (value == null || claims.remove(network.length() + ":" + network + value) == null) {
            claims.keySet().stream()
                    .filter(slot -> slot.startsWith(network + UNREADABLE))
                    .findFirst()
                    .ifPresent(claims::remove);
        }
    }

    private void idolCalled(OpenedEvent event) {
        Map<String, byte[]> claims = holder(event).claims;
        claims.put("name", claim(event, "idol_name", compared(event.value("/profile/idolName", reader))));
        if (event.says("/profile/musicUid")) {
            claims.put("music", claim(event, "music_uid", event.value("/profile/musicUid", reader)));
        } else {
            claims.remove("music");
        }
    }

    private byte[] codeClaim(OpenedEvent event, String code) {
        holder(event);
        return claim(event, Code.SPACE, code);
    }

    /** A key that is unique in its network. */
    private @Nullable String keyed(OpenedEvent event, String path) {
        String network = event.value("/details/network", reader);
        String key = event.value(path, reader);
        return network == null || key == null ? null : network.length() + ":" + network + key;
    }

    private static @Nullable String compared(@Nullable String name) {
        return name == null ? null : NameKey.of(name).text();
    }

    private String ticketEvent(OpenedEvent event) {
        return TicketEventDetails.claimed(
                event.value("/details/network", reader),
                event.value("/details/eventKey", reader),
                event.value("/details/eventName", reader),
                event.value("/details/eventDate", reader),
                event.value("/details/venueName", reader));
    }

    private String ticket(OpenedEvent event) {
        return TicketDetails.claimed(
                event.value("/state/details/network", reader), event.value("/state/details/ticketKey", reader));
    }

    private @Nullable String monitored(OpenedEvent event) {
        String network = event.value("/ipAddress", reader);
        JsonNode said = event.payload();
        return network == null
                ? null
                : said.path("isBlocked").asBoolean() + "."
                        + said.path("pageTabId").asString("") + "." + network;
    }

    private Holder holder(OpenedEvent event) {
        Holder holder = holders.computeIfAbsent(event.stream(), stream -> new Holder());
        holder.position = event.position();
        return holder;
    }

    private byte[] claim(OpenedEvent event, String space, @Nullable String value) {
        return hmacs == null || value == null
                ? UNKNOWN
                : hmacs.claim(new Claim(space, Long.parseLong(event.stream().split("\\.", 3)[1]), value));
    }

    /** {@code <kind>.<account>.<fan>} without its kind. */
    private static String subject(String stream) {
        return stream.substring(stream.indexOf('.') + 1);
    }

    /** Holds what was folded against what is kept. Only once: what was found is let go of. */
    ClaimsReport against(BesideRows rows) {
        List<ClaimsReport.Wrong> unfounded = new ArrayList<>();
        for (Iterator<Claimed> each = rows.claims(); each.hasNext(); ) {
            Claimed kept = each.next();
            Holder holder = holders.get(kept.owner());
            if (holder == null || !holder.accountsFor(kept.claim())) {
                unfounded.add(new ClaimsReport.Wrong(kept.owner(), holder == null ? 0 : holder.position, kept.claim()));
            }
        }
        List<ClaimsReport.Wrong> missing = new ArrayList<>();
        holders.forEach((owner, holder) -> {
            // What an erased fan's names on networks left behind may have gone to another fan since.
            if (!erased.contains(subject(owner))) {
                holder.claims
                        .values()
                        .forEach(claim -> missing.add(new ClaimsReport.Wrong(owner, holder.position, claim)));
            }
        });
        Set<String> moved = rows.movedSince();
        unfounded.removeIf(wrong -> moved.contains(wrong.owner()));
        missing.removeIf(wrong -> moved.contains(wrong.owner()));
        return new ClaimsReport(missing, unfounded);
    }
}

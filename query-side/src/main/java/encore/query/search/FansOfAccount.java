package encore.query.search;

import encore.kernel.Refusal;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.likings.LikingEvent;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.segments.Chosen;
import encore.query.image.Image;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** The index of the fans of one account: their numbers and all facets. */
final class FansOfAccount implements Image.Parts {

    final FanNumbers fans = new FanNumbers();
    final Profiles profiles = new Profiles(fans);
    final FanNetworks networks = new FanNetworks();
    final FanDays days = new FanDays();
    final Labels tags = new Labels(FanCriteria::tags);
    final Labels idols = new Labels(FanCriteria::idols);
    final FanTickets tickets = new FanTickets();
    final FanSnapshots snapshots = new FanSnapshots();

    private final Members filters = new Members(500);

    /** A search comes again for each of its pages, and whenever a user returns to it. */
    private final Members searches = new Members(64);

    private final List<Facet> facets = List.of(profiles, networks, days, tags, idols, tickets, snapshots);

    @Override
    public void image(Image image) {
        fans.image(image);
        facets.forEach(facet -> facet.image(image));
    }

    void apply(FanEvent event, long position, long at) {
        if (event instanceof FanRegistered registered) {
            // An erased fan does not come back.
            if (!fans.isKnown(registered.fan().number())) {
                int fan = fans.register(registered.fan().number(), position, at);
                profiles.put(fan, FanFacts.of(registered, position, at));
            }
            return;
        }
        int fan = fans.find(event.fan().number());
        if (fan < 0) {
            return;
        }
        switch (event) {
            case FanEvent.Change<?> change ->
                profiles.put(fan, profiles.get(fan).after(change, at));
            case FanPasswordSet set -> profiles.touch(fan, at);
            case FanTagsChanged change -> {
                profiles.touch(fan, at);
                change.added().forEach(tag -> tags.give(fan, tag.toString()));
                change.removed().forEach(tag -> tags.take(fan, tag.toString()));
            }
            case FanFieldsChanged change -> profiles.touch(fan, at);
            case FanErased erased -> {
                fans.forget(fan);
                facets.forEach(facet -> facet.forget(fan));
            }
            default -> {}
        }
    }

    void apply(IdentifierEvent event, long at) {
        int fan = fans.find(event.subject().number());
        if (fan < 0) {
            return;
        }
        if (!(event instanceof IdentifiersForgotten)) {
            profiles.touch(fan, at);
        }
        networks.apply(event, fan);
    }

    void apply(LikingEvent event) {
        int fan = fans.find(event.likings().fan().number());
        switch (event) {
            case FanIdolAdded added when fan >= 0 -> idols.give(fan, added.idolUid());
            case FanIdolRemoved removed when fan >= 0 -> idols.take(fan, removed.idolUid());
            default -> {}
        }
    }

    void active(long fanId, long at) {
        int fan = fans.find(fanId);
        if (fan >= 0) {
            days.add(fan, at);
        }
    }

    List<Long> matching(FindMatchingFans query) {
        Wanted wanted = new Wanted(query.criteria(), query.today());
        RoaringBitmap met = met(wanted, conditions(wanted, null), searches);
        List<Long> among = query.among();
        RoaringBitmap some = among == null ? met : RoaringBitmap.and(fans.of(among), met);
        return fans.first(some, fans.upTo(query.until()), query.behind(), query.limit());
    }

    /** Returns the selected fans, or none if the selection is outdated (see {@link NobodyMeant}). */
    RoaringBitmap chosen(Chosen chosen, LocalDate today) {
        try {
            return meant(chosen, today);
        } catch (Refusal refusal) {
            NobodyMeant.by(refusal);
            return new RoaringBitmap();
        }
    }

    /** Returns the selected fans, or refuses if the selection is outdated. */
    RoaringBitmap meant(Chosen chosen, LocalDate today) {
        Wanted wanted = new Wanted(chosen.criteria(), today);
        Conditions conditions = conditions(wanted, chosen.among());
        // Names change without a trace in these change logs, so a selection by name is not cached.
        return chosen.among() != null ? conditions.metBy(fans.living()) : met(wanted, conditions, filters);
    }

    private RoaringBitmap met(Wanted wanted, Conditions conditions, Members kept) {
        return conditions.isAtHand() ? conditions.metBy(fans.living()) : kept.of(wanted, conditions, fans.living());
    }

    Statistics statistics(Chosen chosen, LocalDate today) {
        return new Statistics(this, chosen(chosen, today), today);
    }

    private Conditions conditions(Wanted wanted, @Nullable List<Long> among) {
        List<Criterion> all = new ArrayList<>();
        List<Changes> watched = new ArrayList<>(List.of(fans.changes()));
        if (among != null) {
            all.add(Criterion.in(fans.of(among)));
        }
        for (Facet facet : facets) {
            int before = all.size();
            facet.criteria(wanted, all);
            if (all.size() > before) {
                watched.add(facet.changes());
            }
        }
        return new Conditions(all, watched);
    }
}

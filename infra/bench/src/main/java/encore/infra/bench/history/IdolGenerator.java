package encore.infra.bench.history;

import encore.infra.eventstore.axon.UuidV7;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventDetailsBuilder;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueEvent.VenueAdded;
import encore.kernel.venues.VenueId;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;

/**
 * Appends idols, a tenth as many as their events, and venues, a third of them arenas. The names of three in five idols
 * begin with The.
 */
public final class IdolGenerator {

    private static final List<String> COLOURS = List.of(
            "Amber", "Black", "Blue", "Crimson", "Golden", "Green", "Hollow", "Iron", "Ivory", "Lunar", "Quiet", "Red",
            "Rusty", "Scarlet", "Silent", "Silver", "Stray", "Velvet", "White", "Wild");
    private static final List<String> THINGS = List.of(
            "Anchors",
            "Birds",
            "Cats",
            "Drums",
            "Engines",
            "Foxes",
            "Ghosts",
            "Hearts",
            "Islands",
            "Keys",
            "Lanterns",
            "Moons",
            "Owls",
            "Pilots",
            "Rivers",
            "Saints",
            "Stones",
            "Tigers",
            "Wolves",
            "Zeros");
    private static final List<String> BUILDINGS = List.of("Arena", "Hall", "Theatre");
    private static final List<ZoneId> ZONES =
            List.of(ZoneId.of("America/New_York"), ZoneId.of("America/Los_Angeles"), ZoneId.of("Europe/Berlin"));

    private final HistoryWriter historyWriter;
    private final Random random;

    public IdolGenerator(HistoryWriter historyWriter, Random random) {
        this.historyWriter = historyWriter;
        this.random = random;
    }

    public void write(int events) {
        VenueId[] venues = new VenueId[Math.max(1, events / 100)];
        for (int i = 0; i < venues.length; i++) {
            venues[i] = new VenueId(historyWriter.account(), UuidV7.next().toString());
            historyWriter.appendSingle(new VenueAdded(venues[i], venue(i)), venues[i]);
        }
        IdolId[] idols = new IdolId[Math.max(1, events / 10)];
        for (int i = 0; i < idols.length; i++) {
            idols[i] = new IdolId(historyWriter.account(), UuidV7.next().toString());
            String name = (i % 5 < 3 ? "The " : "") + any(COLOURS) + " " + any(THINGS) + " " + i;
            historyWriter.appendSingle(
                    new IdolAdded(
                            idols[i],
                            IdolProfileBuilder.builder()
                                    .idolName(name)
                                    .idolType(IdolType.OTHER)
                                    .labelNames(List.of("rock"))
                                    .build()),
                    idols[i]);
        }
        LocalDate today = LocalDate.now(ZONES.getFirst());
        for (int i = 0; i < events; i++) {
            var event = new IdolEventId(historyWriter.account(), UuidV7.next().toString());
            LocalDate day = today.plusDays(random.nextInt(365));
            historyWriter.appendSingle(
                    new IdolEventAdded(
                            event,
                            details(
                                    idols[random.nextInt(idols.length)],
                                    venues[random.nextInt(venues.length)],
                                    day,
                                    i)),
                    event);
        }
    }

    private VenueDetails venue(int i) {
        String name = any(COLOURS) + " " + BUILDINGS.get(i % BUILDINGS.size()) + " " + i;
        return new VenueDetails(
                name, "<b>" + name + "</b>", "Boston", "MA", "US", "Boston", ZONES.get(i % ZONES.size()));
    }

    private IdolEventDetails details(IdolId idol, VenueId venue, LocalDate day, int i) {
        return IdolEventDetailsBuilder.builder()
                .idolUid(idol.uid())
                .startDate(day)
                .startTime(LocalTime.of(18 + i % 5, 0))
                .endTime(LocalTime.of(23, 0))
                .venueUid(venue.uid())
                .eventName("Tour " + i % 100)
                .description("An evening that is told of in two sentences. Doors open an hour before.")
                .eventUrl("https://events.example/" + i)
                .ticketUrl("https://tickets.example/" + i)
                .labelName(i % 10 == 0 ? "summer" : null)
                .isAvailable(true)
                .build();
    }

    private String any(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }
}

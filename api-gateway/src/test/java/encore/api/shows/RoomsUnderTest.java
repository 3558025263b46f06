package encore.api.shows;

import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;

/** The rooms of live shows, for tests of transports. */
@ComponentScan(
        basePackages = {"encore.api.fanout", "encore.api.shows.presence", "encore.api.shows.rooms"},
        excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*(Test|UnderTest)(\\$.*)?"))
@Import(LogClock.class)
public final class RoomsUnderTest {}

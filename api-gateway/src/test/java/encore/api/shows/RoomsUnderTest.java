package encore.api.shows;

import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;

/** The rooms of live shows, for tests of transports. */
@ComponentScan(
        basePackages = {"encore.api.shows.fanout", "encore.api.shows.presence", "encore.api.shows.rooms"},
        basePackageClasses = ShowQueue.class,
        excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*(Test|UnderTest)(\\$.*)?"))
public final class RoomsUnderTest {}

package encore.kernel.campaigns;

import java.time.LocalDate;

/** How often a campaign was seen and shared on a day, as it was reported last. */
public record DayOfViews(LocalDate viewDate, long viewCount, long shareCount) {}

package encore.kernel.portals;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.performances.Performance;
import java.util.List;

/**
 * A portal as somebody sees it who opens it.
 *
 * @param performances the performances of its group, at most 1,000
 */
public record OpenedPortal(@JsonUnwrapped TemplatePortal portal, List<Performance> performances) {}

import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js';

// Only these are in the program: what is not named here is left out of its files.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, LineController, LineElement, PointElement);

export { Chart };
